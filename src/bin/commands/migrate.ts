import type { Command } from 'commander';
import { migrateClickhouse, migratePostgres } from '../../store/migrate.ts';
import { type Run, withStores } from './command.ts';

export function addMigrate(program: Command, run: Run): void {
  program
    .command('migrate')
    .description('bring both stores up to date; safe to run at any time, by any number at once')
    .action(() =>
      run((context) =>
        withStores(
          context,
          async (stores) => {
            const onFile = (store: string, name: string) => context.progress(`${store}: ${name}`);
            const postgres = await stores.postgres();
            const applied = await migratePostgres(postgres, { onFile });
            const clickhouse = await stores.clickhouse();
            applied.push(...(await migrateClickhouse({ ...postgres, ...clickhouse }, { onFile })));
            context.answer(
              { applied },
              applied.length === 0
                ? ['nothing to do: both stores are up to date']
                : applied.map((name) => `applied ${name}`),
            );
          },
          { mayMake: true },
        ),
      ),
    );
}
