/** Makes an element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A row of a list (dl) of names and values. */
export const fact = (name: string, value: string, id = ''): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', id ? { id } : {}, value));

/** A table of texts below a header. */
export function fillTable(table: HTMLElement, header: string[], rows: string[][]): void {
  const row = (name: 'td' | 'th', texts: string[]): HTMLElement =>
    element('tr', {}, ...texts.map((text) => element(name, name === 'th' ? { scope: 'col' } : {}, text)));
  table.replaceChildren(
    element('thead', {}, row('th', header)),
    element('tbody', {}, ...rows.map((texts) => row('td', texts))),
  );
}

export const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** A number for reading: enough digits, no noise. */
export function readable(value: number | null | undefined, digits = 6): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4)
    return value
      .toExponential(digits - 1)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e');
  return String(Number(value.toPrecision(digits)));
}

/** Offers a file to the user. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = element('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
