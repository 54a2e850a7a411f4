import { type Command, Option } from 'commander';
import { ApiKeyCreate } from '../../domains/keys/schema.ts';
import { createKey, listKeys, removeKey } from '../../domains/keys/service.ts';
import { KeyPermission } from '../../domains/permission.ts';
import { ApiError } from '../../errors.ts';
import { parseBody } from '../../http/validate.ts';
import { actorOf, projectOption, type Run, withPostgres } from './command.ts';

export function addKey(program: Command, run: Run): void {
  const key = program.command('key').description('make, list and revoke API keys');

  key
    .command('create')
    .description('make an API key, which is shown this once')
    .addOption(projectOption())
    .requiredOption('--title <title>', 'what it is for')
    .addOption(new Option('--permission <permission>').choices(KeyPermission.options).default('edit'))
    .action((options: { project?: string; title: string; permission: string }) =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const actor = await actorOf(deps, options.project);
          const input = parseBody(ApiKeyCreate, {
            title: options.title,
            permission: options.permission,
          }) as ApiKeyCreate;
          const made = await createKey(deps, actor, input);
          context.answer({ ...made.summary, api_key: made.key }, [
            `${made.key}   (${made.summary.permission}; shown once)`,
          ]);
        }),
      ),
    );

  key
    .command('list')
    .description('list the keys of a project')
    .addOption(projectOption())
    .action((options: { project?: string }) =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const keys = await listKeys(deps, await actorOf(deps, options.project));
          const line = (one: (typeof keys)[number]) =>
            [one.id, one.key_prefix, one.permission.padEnd(6), one.active ? 'active  ' : 'inactive', one.title].join(
              '  ',
            );
          context.answer(keys, keys.map(line));
        }),
      ),
    );

  key
    .command('revoke')
    .description('delete a key; it stops working within 5 seconds')
    .argument('<id>', 'the id of the key, as `key list` shows it')
    .addOption(projectOption())
    .action((id: string, options: { project?: string }) =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const actor = await actorOf(deps, options.project);
          await removeKey(deps, actor, id).catch((error: unknown) => {
            if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
            const message = `There is no key ${id} in this project; "key list" shows the ids of those that there are.`;
            throw new ApiError('not_found', { message });
          });
          context.answer({ revoked: id }, [`revoked ${id}`]);
        }),
      ),
    );
}
