// The buttons that take a view along: as files, as commands, as a link.

import { CaseKeys, tomlOf } from './case_keys';
import { Subject, commandsFor } from './commands';
import { element } from './dom';
import { savePng, saveSvg, saveText, showCommands } from './exports';
import { View } from './view';

/** What the buttons need of the page. */
export interface Source {
  view(): View;
  keys(): CaseKeys;
  subject(): Subject;
  link(): string;
  say(text: string): void;
  tellProblem(sentence: string): void;
}

export function makeExports(place: HTMLElement, source: Source): void {
  place.append(element('span', { class: 'exports-label' }, 'Save'));
  const button = (id: string, text: string, title: string, act: () => unknown): void => {
    const made = element('button', { type: 'button', id: 'export-' + id, title, class: 'small' }, text);
    made.addEventListener('click', () => {
      Promise.resolve()
        .then(act)
        .catch((error: unknown) => source.tellProblem(error instanceof Error ? error.message : String(error)));
    });
    place.append(made);
  };
  button('csv', 'CSV', 'The numbers of this view', async () => {
    const file = await source.view().csv();
    saveText(file.name, file.text, 'text/csv');
  });
  button('png', 'PNG', 'The pictures of this view', () => savePng(source.view().charts(), source.view().id));
  button('svg', 'SVG', 'The pictures of this view', () => saveSvg(source.view().charts(), source.view().id));
  button('toml', 'Case (TOML)', 'The case file, for the command line', () =>
    saveText('case.toml', tomlOf(source.keys()), 'application/toml'),
  );
  button('commands', 'Commands', 'How to compute the same on the command line and in Python', () =>
    showCommands(commandsFor(source.subject(), source.view().commands())),
  );
  button('link', 'Copy link', 'A link that opens this state again', async () => {
    await navigator.clipboard?.writeText(source.link());
    source.say('The link is copied.');
  });
}
