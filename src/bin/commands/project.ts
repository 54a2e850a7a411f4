import type { Command } from 'commander';
import { z } from 'zod';
import { createProject, listProjects } from '../../domains/project/service.ts';
import { isUuid, Title } from '../../domains/types.ts';
import { eraseProject, keysKnownMs } from '../../domains/housekeeping/erase.ts';
import { ApiError } from '../../errors.ts';
import { parseBody } from '../../http/validate.ts';
import { type Run, withPostgres, withStores } from './command.ts';

export function addProject(program: Command, run: Run): void {
  const project = program.command('project').description('make, list and erase projects');

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
          const { clickhouse } = await stores.clickhouse({ projectIds: [], projectTables: [] });
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
