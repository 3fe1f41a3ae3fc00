import { z } from 'zod'
import { must, type Send } from '../api.ts'
import { filled } from '../data.ts'
import { mergeChange } from '../merging.ts'
import { median } from '../summary.ts'
import type { Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const changes = 25
/** Beyond the numbers of all other pages and changes, so that each is found by its number alone. */
const firstNumber = 7_000_000
const importedPages = 10_000
const mostMinutes = 5
const changed = 'a page changed in 10,000, found by the next request'
const imported = 'pages imported a second, with their index'

const Found = z.object({ items: z.array(z.object({ title: z.string() })) })

/** The titles of what a search in the space finds for a number. */
async function titlesFor(send: Send, space: string, number: number): Promise<string[]> {
  const { items } = Found.parse(await must(send('GET', `/v1/spaces/${space}/search?query=${number}`)))
  return items.map(({ title }) => title)
}

/** The request that comes right after a merge, and brings the index on. */
export const freshness: Part<Measuring> = {
  name: 'search after a change',
  goals: [{ name: changed, unit: 'ms, p50', atMost: 50 }],
  async measure({ send, prepared, signal }) {
    const { large } = await prepared.pages()
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

/** From the request until a search finds the last page. */
export const importing: Part<Measuring> = {
  name: 'import with the index',
  goals: [{ name: imported, unit: 'pages/s', atLeast: 1000 }],
  async measure({ send, prepared, archives, signal }) {
    const { organization } = prepared.organization
    const started = performance.now()
    const space = await filled({ send, organization, archives }, `${importedPages}`)
    const answeredMs = performance.now() - started
    const isFound = async () => {
      const titles = await titlesFor(send, space.id, importedPages - 1)
      return titles.some((title) => title.endsWith(` ${importedPages - 1}`))
    }
    while (!(await isFound())) {
      signal.throwIfAborted()
      if (performance.now() - started > mostMinutes * 60_000) throw new Error('the last page was not found')
    }
    const seconds = (performance.now() - started) / 1000
    return {
      figures: new Map([[imported, importedPages / seconds]]),
      details: `answered after ${(answeredMs / 1000).toFixed(1)} s, the last page found after ${seconds.toFixed(1)} s`,
    }
  },
}
