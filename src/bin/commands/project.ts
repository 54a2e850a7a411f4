import type { Command } from 'commander';
import { createProject, listProjects } from '../../domains/project/service.ts';
import { Title } from '../../domains/types.ts';
import { type Run, withPostgres } from './command.ts';

export function addProject(program: Command, run: Run): void {
  const project = program.command('project').description('make and list projects');

  project
    .command('create')
    .description('make a project, with a first admin key, which is shown this once')
    .requiredOption('--title <title>', 'what people call it')
    .action((options: { title: string }) =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const title = Title.parse(options.title);
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
}
