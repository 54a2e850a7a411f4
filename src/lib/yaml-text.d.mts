export function yamlText(value: unknown): string;
