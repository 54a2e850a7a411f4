import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { DashboardInput } from './schema.ts';

/** Dashboards that come with the service: one file each in `ready/`, in the form that `apply` takes. */
export interface ReadyDashboard {
  readonly name: string;
  readonly input: DashboardInput;
}

const folder = new URL('ready/', import.meta.url);

export async function readyDashboards(): Promise<ReadyDashboard[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const name = file.replace(/\.yaml$/, '');
      const document: unknown = parse(await readFile(new URL(file, folder), 'utf8'));
      // The path is what a later apply finds it by, also when somebody has renamed it.
      const input = DashboardInput.parse({ ...(document as object), file_path: `ready/${file}` });
      return { name, input };
    }),
  );
}
