import type * as Ast from '../syntax/ast.ts';

/** An option of a stage; its name is one in any case. */
export function optionOf(options: readonly Ast.Option[], ...names: readonly string[]): Ast.Option | undefined {
  return options.find((one) => names.includes(one.name.text.toLowerCase()));
}

/** The word that it has. */
export function wordOption(options: readonly Ast.Option[], ...names: readonly string[]): string | null {
  const value = optionOf(options, ...names)?.value;
  return value?.kind === 'path' ? value.root : null;
}
