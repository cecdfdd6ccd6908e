// What the browser tests share: waiting, opening, sliding, and looking at canvases.

/** Polls; Playwright's own waitForFunction evaluates text, which the page's content policy forbids. */
export async function until(page, condition, argument, seconds = 60) {
  const deadline = Date.now() + 1000 * seconds;
  while (!(await page.evaluate(condition, argument))) {
    if (Date.now() > deadline) throw new Error(`never true: ${condition} (${JSON.stringify(argument)})`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const drawn = (page, name) => until(page, (n) => performance.getEntriesByName(n).length > 0, name);
export const count = (page, name) => page.evaluate((n) => performance.getEntriesByName(n).length, name);

/** Until the view is drawn, or says why it is not. */
export const settled = (page, seconds) =>
  until(page, () => !['', 'busy', undefined].includes(document.getElementById('views').dataset.sight), null, seconds);
export const sight = (page) => page.evaluate(() => document.getElementById('views').dataset.sight);

export async function open({ context, address }, hash, measure) {
  const page = await context.newPage();
  await page.goto(address + '#' + hash);
  if (measure) await drawn(page, measure);
  return page;
}

/** How many colours of a canvas are not background. */
export const ink = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((canvas) => {
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      const seen = new Set();
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] > 0) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      return seen.size;
    });
