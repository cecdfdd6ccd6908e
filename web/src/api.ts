// Questions to the server. Each view asks through its own channel: the latest question counts, older ones are dropped.

import { activity } from './activity';
import { CaseKeys, tomlOf } from './case_keys';

const client = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, '0')).join('');

/** A sentence of the server about a request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The server cannot be reached. */
export class Lost extends Error {
  constructor() {
    super('the server does not answer');
  }
}

export const isLost = (error: unknown): boolean => error instanceof Lost;

/** Whether a server can be reached. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('./icon.svg', { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  let text = `the server answered ${response.status}`;
  try {
    text = ((await response.json()) as { error: string }).error;
  } catch {
    // Not JSON: the status must do.
  }
  return new Refusal(response.status, text);
}

export async function post(path: string, view: string, body: object, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stickslip-View': `${client}/${view}` },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    throw isDropped(error) ? error : new Lost();
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

export const isDropped = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'AbortError') || (error instanceof Refusal && error.status === 409);

/** At most one question under way; of those that come meanwhile the last one is asked. */
export class Channel {
  private under_way: AbortController | null = null;
  private began = 0;
  private waiting: (() => void) | null = null;

  /** `doing` tells people what takes long, where it does: "Computing the motion". */
  constructor(
    private readonly view: string,
    private readonly doing: string,
  ) {}

  /** The answer, or undefined where a newer question took the place of this one. */
  async ask<T>(path: string, body: object): Promise<T | undefined> {
    if (!(await this.turn())) return undefined;
    const control = new AbortController();
    this.under_way = control;
    this.began = performance.now();
    const task = activity.begin(this.doing + ' …', () => control.abort());
    try {
      const response = await post(path, this.view, body, control.signal);
      return (await response.json()) as T;
    } catch (error) {
      if (isDropped(error)) return undefined;
      throw error;
    } finally {
      task.end();
      if (this.under_way === control) this.under_way = null;
      const next = this.waiting;
      this.waiting = null;
      next?.();
    }
  }

  /** Drops what is under way and what waits for it. */
  cancel(): void {
    this.superseded?.();
    this.superseded = null;
    this.waiting = null;
    this.under_way?.abort();
  }

  private superseded: (() => void) | null = null;

  private turn(): Promise<boolean> {
    const patience = 100; // ms; a quick answer is worth waiting for, a slow one is not
    if (!this.under_way) return Promise.resolve(true);
    this.superseded?.();
    if (performance.now() - this.began > patience) this.under_way.abort();
    return new Promise((resolve) => {
      this.superseded = () => resolve(false);
      this.waiting = () => {
        this.superseded = null;
        resolve(true);
      };
    });
  }
}

export const caseBody = (keys: CaseKeys): { case: string } => ({ case: tomlOf(keys) });
