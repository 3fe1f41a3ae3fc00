import { makeGroupedSite } from '../data/sites.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { pageKind, renderAll, sharesOf } from './published-pages.ts'

const cached = 'a cached page of a site of 10,000 pages'
const rendered = 'a page of a site of 10,000 pages, rendered again'
const beside = 'the HTML of a page of a site of 10,000 pages, without its text'

/** Measures the pages of a published space that has too many pages to list all of them on each. */
export const largePublishedSpace: Part<Measuring> = {
  name: 'published pages of a large space',
  targets: [
    { name: cached, unit: 'of (c), 32 connections', min: 0.5 },
    { name: rendered, unit: 'ms of the processor, all servers', max: 20 },
    { name: beside, unit: 'kB', max: 60 },
  ],
  async measure(on) {
    const large = await makeGroupedSite(on, on.options.largeSpacePages)
    const kind = { ...pageKind(large.pages[3] ?? ''), name: cached }
    const { shares, details } = await sharesOf(on, large.site, [{ kind, floor: 'c' }])
    const renderedMs = await renderAll(on, large)
    const sizes = await Promise.all(
      large.pages.map(async (page) => {
        const html = await (await fetch(`${on.quire.gateway}${large.site.path}/${page}`)).text()
        return Buffer.byteLength(html) - Buffer.byteLength(textIn(html))
      }),
    )
    const ofSites = `Of a page rendered again the service of sites takes ${renderedMs.sites.toFixed(1)} ms.`
    const figures = new Map([...shares, [rendered, renderedMs.all], [beside, median(sizes) / 1000]])
    return { figures, details: `${details}\n\n${ofSites}` }
  },
}

/** Returns the HTML of a page's own text. */
const textIn = (html: string) => html.slice(html.indexOf('<div class="text">'), html.indexOf('</article>'))
