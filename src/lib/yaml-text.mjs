// Plain JavaScript, because the worker that writes long documents starts without the loader that the service itself runs under.
import { stringify } from 'yaml';

/** A JSON value as YAML that reads back as the same value, by 1.1 readers too (which take `no` for false). */
export function yamlText(value) {
  const text = stringify(value, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
  return text.startsWith('\ufeff') ? `---\n${text}` : text; // else it would be taken for a byte order mark
}
