import { readFile } from 'node:fs/promises';
import type { Deps } from '../deps.ts';
import type { Actor } from '../domains/permission.ts';
import { getDocument, listDashboards } from '../domains/dashboards/service.ts';
import { getSchema } from '../domains/schema/service.ts';
import { marked } from './text.ts';

/** What an agent may read before it asks: the language, the fields, the project's dashboards. */
export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

const languageUri = 'colonnade://query-language';
const fieldsUri = 'colonnade://fields';
const dashboardPrefix = 'colonnade://dashboards/';
const languagePage = new URL('../../docs/query-language.md', import.meta.url);

export async function listResources(deps: Deps, actor: Actor): Promise<ResourceEntry[]> {
  const dashboards = await listDashboards(deps, actor, { sort: 'title' });
  return [
    {
      uri: languageUri,
      name: 'query-language',
      description: 'The query language: syntax, operators, functions, with examples.',
      mimeType: 'text/markdown',
    },
    {
      uri: fieldsUri,
      name: 'fields',
      description: 'The fields that can be queried, with types and examples of what this project sent, as JSON.',
      mimeType: 'text/plain',
    },
    ...dashboards.map(({ id, title }) => ({
      uri: `${dashboardPrefix}${id}`,
      name: title,
      description: `The dashboard “${title}”.`,
      mimeType: 'application/json',
    })),
  ];
}

/** The text of a resource; undefined when there is none. */
export async function readResource(
  deps: Deps,
  actor: Actor,
  uri: string,
): Promise<{ mimeType: string; text: string } | undefined> {
  if (uri === languageUri) return { mimeType: 'text/markdown', text: await readFile(languagePage, 'utf8') };
  // Names of attributes and examples of their values are the senders'.
  if (uri === fieldsUri) return { mimeType: 'text/plain', text: marked(JSON.stringify(await getSchema(deps, actor))) };
  if (!uri.startsWith(dashboardPrefix)) return undefined;
  const dashboards = await listDashboards(deps, actor, { sort: 'title' });
  const found = dashboards.find(({ id }) => uri === dashboardPrefix + id);
  return found === undefined
    ? undefined
    : { mimeType: 'application/json', text: JSON.stringify(await getDocument(deps, actor, found.id)) };
}
