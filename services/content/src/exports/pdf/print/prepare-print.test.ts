import { expect, test } from '@jest/globals'
import type { PrintJob, PrintPage } from './print-job.ts'
import { prepare } from './typeset.ts'

const hrefOf = () => undefined
const page = (id: string, markdown: string): PrintPage => ({ id, depth: 0, type: 'document', title: id, markdown })

/** A page with a heading and a text that cannot be prepared, between two that lead to the heading. */
function job(): PrintJob {
  const head = { title: 'Manual', subtitle: '', date: '', spaceId: 's', publicUrl: 'http://x', location: 'http://x/s' }
  // No text at all: what a flaw in the data, or in the code that reads it, comes to.
  const reusables = { broken: { title: 'Broken', markdown: undefined as never } }
  const leading = '[there](/pages/bad#place)'
  const bad = '## Place\n\n{% include "/reusable-contents/broken" %}'
  return {
    ...head,
    titles: {},
    files: {},
    fonts: [],
    reusables,
    pages: [page('a', leading), page('bad', bad), page('b', leading)],
  }
}

test('a page that cannot be prepared is a note below its title, and links to its headings lead to the page', () => {
  const failures: string[] = []
  const { sheets } = prepare(job(), { hrefOf, failed: (id) => failures.push(id) })
  const [a, bad, b] = sheets.flat()
  expect(failures).toEqual(['bad'])
  expect([bad?.title, JSON.stringify(bad?.body)]).toEqual(['bad', expect.stringContaining('could not be printed')])
  for (const one of [a, b]) expect(JSON.stringify(one?.body)).toContain(JSON.stringify({ place: bad?.place }))
  expect(new Set([a, bad, b].map((one) => one?.place)).size).toBe(3)
})

test('a page that is printed as it is written has no headings that links lead to', () => {
  const { sheets } = prepare(job(), { hrefOf, asWritten: new Set(['bad']), failed: () => undefined })
  const [a, bad] = sheets.flat()
  expect(JSON.stringify(bad?.body)).toContain('## Place')
  expect(JSON.stringify(a?.body)).toContain(JSON.stringify({ place: bad?.place }))
})

test('the cover of a card is printed, also where its column is one of files', () => {
  const covers = ['image', 'files'].map(
    (type) =>
      `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="${type}"></th></tr></thead><tbody><tr><td>One</td><td><a href="/files/f">f.png</a></td></tr></tbody></table>`,
  )
  const files = { f: { name: 'f.png', picture: 'picture-f', width: 100 } } as never
  for (const cover of covers) {
    const { sheets } = prepare({ ...job(), files, pages: [page('a', cover)] }, { hrefOf, failed: () => undefined })
    expect(JSON.stringify(sheets)).toContain('picture-f')
  }
})
