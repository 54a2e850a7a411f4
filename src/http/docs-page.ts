import { escapeHtml } from '../lib/html.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    $ref?: string;
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
    example?: unknown;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly $ref?: string }>>;
}

/** The OpenAPI document as one page of HTML: no script, no asset from elsewhere. */
export function docsPage(document: Record<string, unknown>): string {
  const { info, tags, paths, components, servers } = document as unknown as {
    info: { title: string; version: string; description: string };
    tags: readonly { name: string }[];
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    components: {
      schemas: Readonly<Record<string, Schema>>;
      responses: Readonly<Record<string, { description: string }>>;
    };
    servers: readonly { url: string }[];
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => {
    const inside = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<section><h2 id="${anchor(name)}">${escapeHtml(name)}</h2>${inside.map(({ path, method, operation }) => operationHtml(path, method, operation)).join('')}</section>`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<h3 id="schema-${anchor(name)}">${escapeHtml(name)}</h3>${prose(schema.description)}${fields(schema)}`,
  );
  const errors = Object.entries(components.responses).map(
    ([name, { description }]) =>
      `<dt>${escapeHtml(name.replace('Error', ''))}</dt><dd>${description.split('\n\n').map(prose).join('')}</dd>`,
  );
  const index = tags.map(({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(info.title)} API</title><style>${style}</style></head><body>
<nav><strong>${escapeHtml(info.title)} ${escapeHtml(info.version)}</strong><ul>${index}<li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li></ul><p><a href="/api/v1/openapi.json">openapi.json</a></p></nav>
<main><h1>${escapeHtml(info.title)} API</h1>${prose(info.description)}<p>Base: <code>${escapeHtml(servers[0]?.url ?? '')}</code></p>
${sections.join('\n')}<section><h2 id="errors">Errors</h2><dl>${errors.join('')}</dl></section><section><h2 id="schemas">Schemas</h2>${schemas.join('\n')}</section></main></body></html>`;
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.filter(({ $ref }) => $ref === undefined);
  const rows = parameters.map(
    ({ name, in: where, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}${required ? ', required' : ''}</td><td>${typeName(schema)}</td><td>${inline(description ?? '')}</td></tr>`,
  );
  const requests = Object.entries(operation.requestBody?.content ?? {});
  const [success = '', ...statuses] = Object.keys(operation.responses);
  const answers = Object.entries(operation.responses[success]?.content ?? {});
  return `<article id="${escapeHtml(operation.operationId)}"><h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3><p>${inline(operation.summary)}</p>
${operation.description.split('\n\n').map(prose).join('')}${rows.length > 0 ? `<table><thead><tr><th>Parameter</th><th>In</th><th>Type</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}
${requests.length === 0 ? '' : `<h4>Body</h4>${requests.map(mediaHtml).join('')}`}<h4>Answer</h4>${answers.length === 0 ? '<p>Empty.</p>' : answers.map(mediaHtml).join('')}
<p class="statuses">Errors: ${statuses.map((status) => `<a href="#errors">${status}</a>`).join(' ')}</p></article>`;
}

function mediaHtml([type, body]: [string, { schema?: Schema; example?: unknown }]): string {
  return `<p><code>${escapeHtml(type)}</code></p>${bodyHtml(body)}`;
}

function bodyHtml(body: { schema?: Schema; example?: unknown }): string {
  const example = body.example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(body.example, null, 2))}</pre>`;
  return `${body.schema === undefined ? '' : `<p>${typeName(body.schema)}</p>`}${example}`;
}

function fields(schema: Schema): string {
  if (schema.properties === undefined) return `<p>${typeName(schema)}</p>`;
  const rows = Object.entries(schema.properties).map(
    ([name, field]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${typeName(field)}</td><td>${(schema.required ?? []).includes(name) ? 'required' : ''}</td><td>${inline(field.description ?? '')}</td></tr>`,
  );
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function typeName(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${anchor(name)}">${escapeHtml(name)}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.map(typeName).join(' | ');
  if (schema.items !== undefined) return `array of ${typeName(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeName(schema.additionalProperties)}`;
  return escapeHtml(
    [[schema.type ?? 'any'].flat().join(' | '), schema.format].filter((part) => part !== undefined).join(', '),
  );
}

function prose(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<p>${inline(text)}</p>`;
}

function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function anchor(name: string): string {
  return encodeURIComponent(name.toLowerCase().replaceAll(' ', '-'));
}

const style = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:14rem minmax(0,60rem)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;box-sizing:border-box;border-right:1px solid var(--line)}nav ul{list-style:none;padding:0}main{padding:1rem 2rem}
article{border-top:1px solid var(--line);padding:.5rem 0 1rem}code,pre{font:.875em/1.45 ui-monospace,monospace}pre{background:var(--soft);padding:.75rem;overflow:auto;border-radius:.25rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .5rem .25rem 0;border-bottom:1px solid var(--line)}.method{font-weight:700}.delete{color:#d33}.get{color:#28c}.post,.put,.patch{color:#292}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}}`;
