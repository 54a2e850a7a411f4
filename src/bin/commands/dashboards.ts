import type { Command } from 'commander';
import { readyDashboards, type ReadyDashboard } from '../../domains/dashboards/ready.ts';
import { applyDashboard } from '../../domains/dashboards/service.ts';
import { closest, didYouMean } from '../../lib/closest.ts';
import { actorOf, projectOption, type Run, withPostgres } from './command.ts';

export function addDashboards(program: Command, run: Run): void {
  const dashboards = program.command('dashboards').description('the ready-made dashboards');

  dashboards
    .command('list')
    .description('list the ready-made dashboards')
    .action(() =>
      run(async (context) => {
        const ready = await readyDashboards();
        const rows = ready.map(({ name, input }) => ({
          name,
          title: input.title,
          tags: input.tags,
          description: input.schema?.description ?? '',
        }));
        const width = Math.max(...rows.map(({ name }) => name.length));
        context.answer(
          rows,
          rows.map(({ name, description }) => `${name.padEnd(width)}  ${description}`),
        );
      }),
    );

  dashboards
    .command('apply')
    .description('put ready-made dashboards into a project, or bring them up to date there')
    .argument('[names...]', 'names, as `dashboards list` shows them')
    .option('--all', 'every one of them')
    .addOption(projectOption())
    .action((names: string[], options: { all?: boolean; project?: string }) =>
      run((context) =>
        withPostgres(context, async (deps) => {
          const chosen = choose(await readyDashboards(), names, options.all === true);
          const actor = await actorOf(deps, options.project);
          const applied = [];
          for (const { name, input } of chosen) {
            const { summary } = await applyDashboard(deps, actor, input);
            applied.push({ name, ...summary });
          }
          context.answer(
            applied,
            applied.map(({ id, name, title }) => `${id}  ${name}  ${title}`),
          );
        }),
      ),
    );
}

function choose(ready: readonly ReadyDashboard[], names: readonly string[], all: boolean): ReadyDashboard[] {
  if (all) return [...ready];
  if (names.length === 0) throw new Error('name the dashboards to apply, or say --all; "dashboards list" shows them');
  return names.map((name) => {
    const found = ready.find((one) => one.name === name);
    if (found !== undefined) return found;
    const near = closest(
      name,
      ready.map((one) => one.name),
    );
    throw new Error(`there is no ready-made dashboard ${name}${didYouMean(near)}`);
  });
}
