import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { apiOf } from '../support/api-client.ts'
import { packed } from '../support/archives.ts'
import { unresolvedPictures } from './pictures-of-source.ts'
import { fidelityOf, servedArchive } from './published-archive.ts'

/** Documentation of others, which lies beside the repository where somebody keeps it. */
const corpora = resolve(import.meta.dirname, '../../../../shared/corpus')

/** Names two pictures and has none. */
const withoutPictures = { 'docs/README.md': '# Home\n\n![A](a.png) ![B](sub/../b.png)\n' }

const servers: Awaited<ReturnType<typeof servedArchive>>[] = []
let world: World
beforeAll(async () => {
  // One archive after another is served at an address that is known only then.
  const sources = await Promise.all([
    ...['elsa-docs', 'fluentd-docs'].map(corpusOf),
    fixture(),
    packed(withoutPictures),
  ])
  for (const bytes of sources) servers.push(await servedArchive(bytes ?? Buffer.alloc(0)))
  world = await createWorld({ env: { OUTBOUND_ALLOW: servers.map(({ allow }) => allow).join() } })
})
afterAll(async () => {
  await world?.close()
  await Promise.all(servers.map((one) => one.close()))
})

function served(number: number) {
  const server = servers[number]
  if (!server) throw new Error(`There is no archive ${number}`)
  return server
}

function corpusOf(name: string): Buffer | undefined {
  const path = join(corpora, `${name}.zip`)
  return existsSync(path) ? readFileSync(path) : undefined
}

/** A page in the formats of years ago, with HTML around markdown and tags that nothing closes. */
const older = `# Older

{% page-ref page="guides/guides.md" %}

{% content-ref url="broken-reference" %}
[Broken](broken-reference)
{% endcontent-ref %}

<video src="gone.mp4" controls></video>

{% swagger method="get" path="/users" baseUrl="https://api.example.com" summary="List users" %}
{% swagger-parameter in="query" name="page" required=true %}
The [page](README.md)
{% endswagger-parameter %}
{% swagger-response status="200: OK" %}
{% endswagger-response %}
{% endswagger %}

<table>
    <tr>
        <td>

            ![a](.gitbook/assets/a.png) and [steps](<guides/step by step.md>)

        </td>
        <td colspan="2">

            * one

        </td>
    </tr>
</table>

<center>

[Home](README.md) <img src=".gitbook/assets/a.png">

</center>

<details class="more">

Words

</details>

<Widget>words</Widget>

## Open

{% hint style="warning" %}
Careful

## End
`

/** A small documentation as untidy as real ones: blocks in blocks, large files, names with spaces, links to nowhere. */
async function fixture(): Promise<Buffer> {
  const large = Buffer.alloc(300_000, 'large ')
  const files: Record<string, string | Buffer> = {
    'SUMMARY.md':
      '# Table of contents\n\n* [Home](README.md)\n\n## Guides <a href="#guides" id="guides"></a>\n\n* [Steps](<guides/step by step.md>)\n* [Guides](guides/guides.md)\n* [Older](older.md)\n',
    'README.md':
      '# Home\n\n{% tabs %}\n{% tab title="One" %}\n<figure><img src=".gitbook/assets/a.png" alt="" data-size="odd"></figure>\n{% endtab %}\n\n{% tab title="Two" %}\n| a | b |\n| - | - |\n| 1 | [Steps](<guides/step by step.md>) |\n{% endtab %}\n{% endtabs %}\n\n[Gone](gone.md) [Broken](broken-reference) [Root](/guides/guides)\n',
    'guides/step by step.md':
      '# Steps\n\n{% stepper %}\n{% step %}\n## First\n\n<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td data-card-wrap>Home</td><td><a href="../README.md">README.md</a></td></tr></tbody></table>\n{% endstep %}\n\n{% step %}\n{% hint style="odd" %}\n<div>Words</div>\n{% endhint %}\n{% endstep %}\n{% endstepper %}\n',
    'older.md': older,
    'guides/guides.md':
      '# Guides\n\n[Home](../README.md) ![Large](../.gitbook/assets/large.png) ![Gone](gone.png) <img src="/no/no.png">\n',
    '.gitbook/assets/a.png': Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    '.gitbook/assets/large.png': large,
    '.gitbook/assets/large two.bin': large,
  }
  return packed(files)
}

test('an untidy documentation is published whole: no raw tag, no dead link, no missing picture of the source', async () => {
  const { pages, ...figures } = await fidelityOf(world, served(2), 'Fixture')
  expect(pages.map((page) => page.replace('/sites/fixture', ''))).toEqual([
    '',
    '/guides/step-by-step',
    '/guides/guides',
    '/guides/older',
  ])
  expect(figures).toMatchObject({ failed: [], rawTags: [], deadLinks: [], missingPictures: [] })
  expect(figures.problems).toEqual([
    'older.md, line 46: <Widget> is not understood; only its words are shown',
    'older.md, line 50: {% hint style="warning" %} is closed nowhere; it ends where its part of the page seems to end',
    'README.md, line 15: the link leads nowhere: gone.md is not there; visitors see its words alone',
    'README.md, line 15: the link leads nowhere: broken-reference is not there; visitors see its words alone',
    'guides/guides.md, line 3: the picture gone.png is not there',
    'guides/guides.md, line 3: the picture /no/no.png is not there',
    'older.md, line 5: the link leads nowhere: broken-reference is not there; visitors see its words alone',
    'older.md, line 6: the link leads nowhere: broken-reference is not there; visitors see its words alone',
    'older.md, line 9: the link leads nowhere: gone.mp4 is not there; visitors see its words alone',
  ])
  expect(figures.absentPictures).toEqual(['guides/guides.md: gone.png', 'guides/guides.md: /no/no.png'])
  expect(figures.pictures).toBe(4)
  expect(figures.links).toBeGreaterThanOrEqual(4)
})

/** Hundreds of pages are imported, rendered and followed link by link, beside other tests. */
const wholeCorpusMs = 300_000

const has = (name: string) => (corpusOf(name) ? test : test.skip)

test('a picture that the source has and the space has not is missing; one that neither has is none of ours', async () => {
  const api = apiOf(world.gateways[0] ?? '')
  const { token } = await world.person('lost@example.com', 'Lost')
  const { id: organizationId } = await api.made('createOrganization', token, { body: { title: 'Lost' } })
  const { id: spaceId } = await api.made('createSpace', token, { params: { organizationId }, body: { title: 'Lost' } })
  await api.made('importContent', token, { params: { spaceId }, body: { source: 'zip', url: served(3).url } })
  const found = await unresolvedPictures(
    { api, token, spaceId },
    await packed({ ...withoutPictures, 'docs/b.png': 'b' }),
  )
  expect(found).toEqual({ lost: ['README.md: sub/../b.png'], absent: ['README.md: a.png'] })
})

has('elsa-docs')(
  'real documentation with tabs, steps and pictures is published whole',
  async () => {
    const { pages, ...figures } = await fidelityOf(world, served(0), 'Elsa')
    expect(pages.length).toBeGreaterThan(150)
    expect([figures.links > 1000, figures.pictures > 25]).toEqual([true, true])
    expect(figures).toMatchObject({ failed: [], rawTags: [], deadLinks: [], missingPictures: [] })
  },
  wholeCorpusMs,
)

has('fluentd-docs')(
  'real documentation with many links is published whole',
  async () => {
    const { pages, ...figures } = await fidelityOf(world, served(1), 'Fluentd')
    expect(pages.length).toBeGreaterThan(180)
    expect([figures.links > 1000, figures.pictures > 20]).toEqual([true, true])
    expect(figures).toMatchObject({ failed: [], rawTags: [], deadLinks: [], missingPictures: [] })
  },
  wholeCorpusMs,
)
