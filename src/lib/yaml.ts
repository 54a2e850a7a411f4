import { Document, Scalar, visit } from 'yaml';

/** Media types of YAML: the registered one, and the two that clients still send. */
export const yamlTypes = ['application/yaml', 'text/yaml', 'application/x-yaml'] as const;
export type YamlType = (typeof yamlTypes)[number];

/** A JSON value as YAML that reads back as the same value, by 1.1 readers too (which take `no` for false). */
export function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, { Scalar: (_, node) => quoteBlank(node) });
  const text = document.toString({ lineWidth: 0 });
  return text.startsWith('\ufeff') ? `---\n${text}` : text; // else it would be taken for a byte order mark
}

/** Of lines with nothing on them, a reader takes the spaces for how deep the block is indented. */
function quoteBlank(node: Scalar): void {
  if (typeof node.value === 'string' && node.value.trim() === '') node.type = Scalar.QUOTE_DOUBLE;
}

/** The YAML type that an Accept header would rather have than JSON; undefined when JSON will do. */
export function preferredYaml(accept: string): YamlType | undefined {
  const ranges = acceptedRanges(accept);
  const json = weightOf(ranges, 'application/json');
  let best: { type: YamlType; weight: number } | undefined;
  for (const type of yamlTypes) {
    const named = ranges.find((range) => range.type === type);
    if (named === undefined || named.weight === 0) continue;
    if (best === undefined || named.weight > best.weight) best = { type, weight: named.weight };
  }
  if (best === undefined || best.weight < json.weight) return undefined;
  // A tie goes to what was asked for by name.
  return best.weight === json.weight && json.named ? undefined : best.type;
}

interface Range {
  readonly type: string;
  readonly weight: number;
}

const rangesMax = 50;

function acceptedRanges(accept: string): Range[] {
  return accept
    .split(',', rangesMax)
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      const weight = q === undefined ? 1 : Number(q.slice(2));
      return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
    })
    .filter(({ type }) => type !== '');
}

function weightOf(ranges: readonly Range[], type: string): { weight: number; named: boolean } {
  const exact = ranges.find((range) => range.type === type);
  if (exact !== undefined) return { weight: exact.weight, named: exact.weight > 0 };
  const wild = ranges.find((range) => range.type === 'application/*') ?? ranges.find((range) => range.type === '*/*');
  return { weight: wild?.weight ?? 0, named: false };
}
