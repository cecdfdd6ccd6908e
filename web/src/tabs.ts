// The row of tabs, one for each view, and the panels below it.

import { byId, element } from './dom';
import { View } from './view';

export class Tabs {
  private present: View;

  constructor(
    private readonly views: View[],
    choose: (view: View) => void,
  ) {
    this.present = views[0];
    const list = byId('tabs');
    for (const view of views) {
      const tab = element(
        'button',
        { type: 'button', role: 'tab', id: 'tab-' + view.id, 'aria-controls': 'panel-' + view.id },
        view.title,
      );
      tab.addEventListener('click', () => choose(view));
      list.append(tab);
      view.panel.id = 'panel-' + view.id;
      view.panel.setAttribute('role', 'tabpanel');
      view.panel.setAttribute('aria-labelledby', 'tab-' + view.id);
      view.panel.classList.add('view');
      view.panel.hidden = true;
      byId('panels').append(view.panel);
    }
    list.addEventListener('keydown', (event) => {
      const last = views.length - 1;
      const at = views.indexOf(this.present);
      const target = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
        event.key
      ];
      if (target === undefined) return;
      event.preventDefault();
      choose(views[target]);
      byId('tab-' + views[target].id).focus();
    });
  }

  show(present: View): void {
    this.present = present;
    for (const view of this.views) {
      const is = view === present;
      view.panel.hidden = !is;
      const tab = byId('tab-' + view.id);
      tab.setAttribute('aria-selected', String(is));
      tab.tabIndex = is ? 0 : -1;
      // On a narrow screen the row of tabs scrolls.
      if (is) byId('tabs').scrollTo({ left: tab.offsetLeft - byId('tabs').clientWidth / 2 });
    }
  }
}
