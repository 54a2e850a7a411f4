import { closest } from '../../lib/closest.ts';
import { attributesNamed, fieldOf, suggestField } from '../../query/catalogue/catalogue.ts';
import type { Compiled } from '../../query/compile.ts';

/** A field, or an attribute with its root before it, that a name outside of a query was most likely meant to be. */
export function meantBy(name: string, { plan: { input, table } }: Compiled): string | undefined {
  const { catalogue } = input;
  const rooted = ({ scope, key }: { scope: string; key: string }) => `${scope}.${key}`;
  const [sent] = attributesNamed(catalogue, name);
  if (sent !== undefined) return rooted(sent);
  const near = table === null ? null : suggestField(catalogue, table, name);
  if (near === null) return closest(name, catalogue.attributes.map(rooted));
  if (table !== null && fieldOf(catalogue, table, near) !== undefined) return near;
  const [fact] = attributesNamed(catalogue, near);
  return fact === undefined ? undefined : rooted(fact);
}
