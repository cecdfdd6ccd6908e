// The panel of parameters: for each field a slider and a number, with the server's sentence where a number is wrong.

import { CaseKeys, Value, get, set } from './case_keys';
import { Choice, Field, Group, Switch, groupsOf, isChoice, isField, withLoadKind } from './form';
import { element } from './dom';
import { typedNumber } from './numbers';

const idOf = (key: string): string => 'field-' + key.replace(/[^\w]/g, '-');

/** As many digits as a slider can mean. */
const rounded = (value: number, step: number): number => {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  return digits > 12 ? Number(value.toPrecision(6)) : Number(value.toFixed(digits));
};

/** The number as the field shows it; the case keeps all digits. */
const shown = (value: number): string => {
  const rounded = Number(value.toPrecision(7));
  return Math.abs(rounded) >= 1e7 ? rounded.toExponential().replace('e+', 'e') : String(rounded);
};

export class Parameters {
  private rows = new Map<
    string,
    { slider: HTMLInputElement; number: HTMLInputElement; error: HTMLElement; field: Field }
  >();
  private latest = ''; // key that was changed
  private keys: CaseKeys = new Map();
  private origin: CaseKeys = new Map();

  constructor(
    private readonly form: HTMLFormElement,
    private readonly changed: (keys: CaseKeys) => void,
  ) {
    form.addEventListener('submit', (event) => event.preventDefault());
  }

  /** Shows a case; `origin` is the case as it was opened. */
  show(keys: CaseKeys, origin: CaseKeys): void {
    this.keys = new Map(keys);
    this.origin = origin;
    this.rows.clear();
    const focused = document.activeElement?.id;
    this.form.replaceChildren(
      ...groupsOf(this.keys, origin)
        .filter((g) => g.items.length > 0)
        .map((g) => this.group(g)),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Puts a sentence at the field it names, of an array at the number that was changed last; false if it names none. */
  showProblem(sentence: string): boolean {
    for (const key of [this.latest, ...this.rows.keys()]) {
      const row = this.rows.get(key);
      if (!row) continue;
      const name = key.replace(/\[\d+\]$/, '');
      const isNamed = sentence.includes(name + ' ') || sentence.includes(name + ':');
      if (!isNamed) continue;
      this.mark(row, sentence.replace(/^case(:\d+)?: /, ''));
      return true;
    }
    return false;
  }

  clearProblems(): void {
    for (const row of this.rows.values()) this.mark(row, '');
  }

  private mark(row: { number: HTMLInputElement; error: HTMLElement }, sentence: string): void {
    row.error.textContent = sentence;
    row.error.hidden = sentence === '';
    if (sentence === '') row.number.removeAttribute('aria-invalid');
    else row.number.setAttribute('aria-invalid', 'true');
  }

  private group(group: Group): HTMLElement {
    const set_ = element('fieldset', {}, element('legend', {}, group.title));
    for (const item of group.items) {
      if (isField(item)) set_.append(this.field(item));
      else if (isChoice(item)) set_.append(this.choice(item));
      else set_.append(this.switch(item));
    }
    return set_;
  }

  private field(field: Field): HTMLElement {
    const value = get(this.keys, field.key);
    const present = typeof value === 'number' ? value : field.fallback;
    const id = idOf(field.key);
    const slider = element('input', { type: 'range', id: id + '-slider', 'aria-label': field.label + ', slider' });
    const number = element('input', {
      type: 'text',
      inputmode: 'decimal',
      id,
      'aria-describedby': id + '-error',
      spellcheck: 'false',
    });
    const error = element('p', { id: id + '-error', class: 'problem' });
    error.hidden = true;
    const row = { slider, number, error, field };
    this.rows.set(field.key, row);
    this.fit(slider, field, present);
    number.value = shown(present);
    slider.addEventListener('input', () => {
      const moved = rounded(Number(slider.value), Number(slider.step));
      number.value = shown(moved);
      this.change(field.key, moved);
    });
    number.addEventListener('input', () => this.typed(row));
    const label = element('label', { for: id }, field.label);
    const unit = element('span', { class: 'unit' }, field.unit);
    return element(
      'div',
      { class: 'field' },
      label,
      element('div', { class: 'field-inputs' }, slider, number, unit),
      error,
    );
  }

  private fit(slider: HTMLInputElement, field: Field, value: number): void {
    const [low, high] = field.range;
    const top = Math.max(high, value);
    const bottom = Math.min(field.isOpen && low === 0 ? high / 500 : low, value);
    slider.min = String(bottom);
    slider.max = String(top);
    slider.step = String((top - bottom) / 500);
    slider.value = String(value);
    slider.setAttribute('aria-valuetext', `${shown(value)} ${field.unit}`);
  }

  private typed(row: { slider: HTMLInputElement; number: HTMLInputElement; error: HTMLElement; field: Field }): void {
    const typed = typedNumber(row.number.value);
    if ('problem' in typed) {
      this.mark(row, `${row.field.key} = "${row.number.value.trim()}" ${typed.problem}`);
      return;
    }
    this.mark(row, '');
    this.fit(row.slider, row.field, typed.value);
    this.change(row.field.key, typed.value);
  }

  private change(key: string, value: Value): void {
    const next = new Map(this.keys);
    set(next, key, value);
    this.keys = next;
    this.latest = key;
    this.rows.get(key)?.slider.setAttribute('aria-valuetext', `${String(value)} ${this.rows.get(key)!.field.unit}`);
    this.changed(next);
  }

  private choice(choice: Choice): HTMLElement {
    const id = idOf(choice.key);
    const select = element('select', { id });
    for (const [value, text] of choice.options) select.append(element('option', { value }, text));
    select.value = choice.value;
    select.addEventListener('change', () => {
      const next =
        choice.key === 'load.kind'
          ? withLoadKind(this.keys, select.value)
          : new Map(this.keys).set(choice.key, select.value);
      this.show(next, this.origin);
      this.changed(next);
    });
    return element('div', { class: 'field' }, element('label', { for: id }, choice.label), select);
  }

  private switch(item: Switch): HTMLElement {
    const id = idOf(item.key) + '-switch';
    const box = element('input', { type: 'checkbox', id });
    box.checked = item.isOn;
    box.addEventListener('change', () => {
      const next = new Map(this.keys);
      if (box.checked) next.set(item.key, item.value);
      else next.delete(item.key);
      this.show(next, this.origin);
      this.changed(next);
    });
    return element('div', { class: 'switch' }, box, element('label', { for: id }, item.label));
  }
}
