// What is being computed for the page: told once it takes a while, and ended on request.

export interface Task {
  tell(text: string): void; // how far it is
  end(): void;
}

export interface ActivityLine {
  show(text: string): void; // something has been going on for a while
  hide(): void; // nothing is
  stopped(): void; // the user ended it
}

const patience = 400; // ms before a task is told

interface Running {
  text: string;
  isShown: boolean;
  stop: () => void;
}

/** All that is under way; the latest task that takes long is the one that is told. */
export class Activity {
  private readonly running = new Set<Running>();
  private line: ActivityLine | null = null;

  showIn(line: ActivityLine): void {
    this.line = line;
  }

  begin(text: string, stop: () => void): Task {
    const task: Running = { text, isShown: false, stop };
    this.running.add(task);
    const timer = setTimeout(() => {
      task.isShown = true;
      this.refresh();
    }, patience);
    return {
      tell: (now) => {
        task.text = now;
        this.refresh();
      },
      end: () => {
        clearTimeout(timer);
        if (this.running.delete(task)) this.refresh();
      },
    };
  }

  stop(): void {
    const tasks = [...this.running];
    this.running.clear();
    for (const task of tasks) task.stop();
    this.line?.stopped();
  }

  private refresh(): void {
    const shown = [...this.running].filter((t) => t.isShown);
    if (shown.length === 0) this.line?.hide();
    else this.line?.show(shown[shown.length - 1].text);
  }
}

export const activity = new Activity();
