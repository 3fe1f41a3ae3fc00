import { z } from 'zod'
import { createOrganization, importSpace } from '../data/pages.ts'
import { expectSuccess, type Send } from '../load/client.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { mergeChange } from './merging.ts'

const changes = 25
/** Larger than the numbers of all other pages and changes, so that each is found by its number alone. */
const firstNumber = 7_000_000
const importedPages = 10_000
const warmUpPages = 1000
const maxMinutes = 5
const changed = 'a page changed in 10,000, found by the next request'
const imported = 'pages imported a second, with their index'

const Found = z.object({ items: z.array(z.object({ title: z.string() })) })

/** The titles of the pages that a search for a number finds. */
async function titlesFor(send: Send, space: string, number: number): Promise<string[]> {
  const { items } = Found.parse(await expectSuccess(send('GET', `/v1/spaces/${space}/search?query=${number}`)))
  return items.map(({ title }) => title)
}

/** Measures the first search after a merge, which updates the index. */
export const freshness: Part<Measuring> = {
  name: 'search after a change',
  targets: [{ name: changed, unit: 'ms, p50', max: 50 }],
  async measure(on) {
    const { send, options, signal } = on
    const large = await importSpace(on, await createOrganization(on, 'Changed'), `${options.largeSpacePages}`)
    const took: number[] = []
    for (let change = 0; change < changes; change += 1) {
      signal.throwIfAborted()
      await mergeChange(send, large, firstNumber + change)
      const started = performance.now()
      const found = await titlesFor(send, large.id, firstNumber + change)
      took.push(performance.now() - started)
      if (found.length === 0) throw new Error(`change ${change} was not found by the next request`)
    }
    return { figures: new Map([[changed, median(took)]]) }
  },
}

/** Measures an import from its request until a search finds the last page. */
export const importing: Part<Measuring> = {
  name: 'import with the index',
  targets: [{ name: imported, unit: 'pages/s', min: 1000 }],
  async measure(on) {
    const { send, archives, signal } = on
    const organization = await createOrganization(on, 'Imported')
    // The archive is made and the code is loaded before the clock starts.
    await fetch(`${archives}/${importedPages}.zip`).then((answer) => answer.arrayBuffer())
    await importSpace(on, organization, `${warmUpPages}`)
    const started = performance.now()
    const space = await importSpace(on, organization, `${importedPages}`)
    const answeredMs = performance.now() - started
    const isFound = async () => {
      const titles = await titlesFor(send, space.id, importedPages - 1)
      return titles.some((title) => title.endsWith(` ${importedPages - 1}`))
    }
    while (!(await isFound())) {
      signal.throwIfAborted()
      if (performance.now() - started > maxMinutes * 60_000) throw new Error('the last page was not found')
    }
    const seconds = (performance.now() - started) / 1000
    return {
      figures: new Map([[imported, importedPages / seconds]]),
      details: `answered after ${(answeredMs / 1000).toFixed(1)} s, the last page found after ${seconds.toFixed(1)} s`,
    }
  },
}
