/** A double's shortest text that gives it back, never to be taken for an integer's. */
export function doubleText(value: number): string {
  if (Number.isInteger(value)) {
    const text = Object.is(value, -0) ? '-0' : String(value);
    return text.includes('e') ? text : `${text}.0`;
  }
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  return Number.isNaN(value) ? 'nan' : String(value);
}
