// Plain JavaScript, because the worker that writes long documents starts without the loader that the service itself runs under.
import { Document, Scalar, visit } from 'yaml';

/** A JSON value as YAML that reads back as the same value, by 1.1 readers too (which take `no` for false). */
export function yamlText(value) {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, { Scalar: (_, node) => quoteBlank(node) });
  const text = document.toString({ lineWidth: 0 });
  return text.startsWith('\ufeff') ? `---\n${text}` : text; // else it would be taken for a byte order mark
}

/** Of lines with nothing on them, a reader takes the spaces for how deep the block is indented. */
function quoteBlank(node) {
  if (typeof node.value === 'string' && node.value.trim() === '') node.type = Scalar.QUOTE_DOUBLE;
}
