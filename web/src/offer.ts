// What a view offers where the present case is of another kind.

import { element } from './dom';
import { BuiltIn } from './link';
import { Host } from './view';

/** A sentence, and a button for each built-in case that fits. */
export function offerCases(place: HTMLElement, sentence: string, host: Host, fits: (c: BuiltIn) => boolean): void {
  const buttons = host
    .cases()
    .filter(fits)
    .map(({ name, title }) => {
      const button = element('button', { type: 'button' }, name);
      button.addEventListener('click', () => host.openCase(name));
      return element('li', {}, button, ' ', title);
    });
  place.replaceChildren(element('p', {}, sentence), element('ul', {}, ...buttons));
}
