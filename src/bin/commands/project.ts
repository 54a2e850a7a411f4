import { type Command, Option } from 'commander';
import { z } from 'zod';
import { RetentionChange, RetentionDays } from '../../domains/project/schema.ts';
import { changeRetention, createProject, listProjects } from '../../domains/project/service.ts';
import { isUuid, Title } from '../../domains/types.ts';
import { eraseProject, keysKnownMs } from '../../domains/housekeeping/erase.ts';
import { ApiError } from '../../errors.ts';
import { parseBody } from '../../http/validate.ts';
import { actorOf, projectOption, type Run, withPostgres, withStores } from './command.ts';

export function addProject(program: Command, run: Run): void {
  const project = program
    .command('project')
    .description('make, list and erase projects, and say how long they keep what they are sent');

  project
    .command('create')
    .description('make a project, with a first admin key, which is shown this once')
    .requiredOption('--title <title>', 'what people call it')
    .action((options: { title: string }) =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const { title } = parseBody(z.object({ title: Title }), { title: options.title }) as { title: string };
          const made = await createProject(deps, { title, requestId: 'cli' });
          context.answer({ project_id: made.project.id, api_key: made.key.key, project: made.project }, [
            `project  ${made.project.id}  ${made.project.title}`,
            `key      ${made.key.key}   (admin; shown once)`,
          ]);
        }),
      ),
    );

  project
    .command('list')
    .description('list all projects')
    .action(() =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const projects = await listProjects(deps);
          context.answer(
            projects,
            projects.map(({ id, created_at, title }) => `${id}  ${created_at}  ${title}`),
          );
        }),
      ),
    );

  project
    .command('retention')
    .description('show how many days a project keeps what it is sent, or change it for what it is sent from now on')
    .addOption(projectOption())
    .addOption(daysOption('events', 'logs and spans'))
    .addOption(daysOption('metrics', 'metrics'))
    .addOption(daysOption('replays', 'session replays'))
    .action(({ project: name, ...days }: { project?: string; [kind: string]: string | undefined }) =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const actor = await actorOf(deps, name);
          const asked = Object.entries(days).map(([kind, text]) => [kind, Number(text)]);
          const change = parseBody(RetentionChange, Object.fromEntries(asked)) as RetentionChange;
          const kept = await changeRetention(deps, actor, change);
          context.answer(
            { project_id: actor.projectId, ...kept },
            Object.entries(kept).map(([kind, count]) => `${kind.padEnd(7)}  ${count} days`),
          );
        }),
      ),
    );

  project
    .command('erase <id>')
    .description('delete a project and everything that was ever sent for it, for good')
    .requiredOption('--confirm <id>', 'the same id once more')
    .action((id: string, options: { confirm: string }) =>
      run((context) => {
        if (options.confirm !== id || !isUuid(id)) {
          throw new ApiError('invalid_parameter', { message: '--confirm must be the id of the project once more.' });
        }
        return withStores(context, async (stores) => {
          const { sql } = await stores.postgres();
          const { clickhouse } = await stores.clickhouse();
          context.progress('erasing');
          const erased = await eraseProject(
            { sql, clickhouse, config: context.config, now: () => new Date() },
            id,
            keysKnownMs,
          );
          const lines = Object.entries(erased.rows).map(([table, rows]) => `${table}  ${rows} rows`);
          context.answer(erased, [...lines, `the project ${id} is erased`]);
        });
      }),
    );
}

function daysOption(kind: keyof RetentionChange, what: string): Option {
  return new Option(`--${kind} <days>`, `days that ${what} are kept`).choices([...RetentionDays.values].map(String));
}
