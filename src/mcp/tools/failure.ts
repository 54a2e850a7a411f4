/** What a failing span threw, and what its status says: once, where the one repeats the other. */
export function failureText(thrown: string, said: string): string {
  if (thrown.includes(said)) return thrown;
  return thrown === '' ? said : `${thrown}; ${said}`;
}
