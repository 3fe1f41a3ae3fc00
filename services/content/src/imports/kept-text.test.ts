import { expect, test } from '@jest/globals'
import { readForSearch } from '../search/read-page.ts'
import { keptText } from '../search/text-sections.ts'
import { field, keep, parser, sources } from './plan.fixture.ts'
import { planImport } from './plan.ts'

/** Imports files; answers each kept text with what came with it. */
async function keptOf(files: Record<string, string>) {
  const kept: { markdown: string; read: { sections: string; links: string } | undefined }[] = []
  const keepText = async (markdown: string, read?: { sections: string; links: string }) => {
    kept.push({ markdown, read })
    return markdown
  }
  await planImport(sources(files), { field, keep, keepText, parser })
  return kept
}

const syntax = `Words before [a link](other.md#part), ![a picture](picture.png) and <https://example.com>.

## Linked [heading](other.md)

See [definition] and [the same][definition], [outside](https://example.com/other.md), [nowhere](missing.md).

{% content-ref url="other.md" %}
[other.md](other.md)
{% endcontent-ref %}

{% hint style="info" %}
With [a link](other.md) in it.
{% endhint %}

| table | [cell](other.md) |
|---|---|
| \`[code](other.md)\` | **bold** |

\`\`\`
[code](other.md)
\`\`\`

[definition]: other.md "title"
`

test('an import keeps of each text what search would read in it', async () => {
  const texts = { 'README.md': `# Home\n\n${syntax}`, 'other.md': '# Plain\n\nWords.', 'picture.png': '' }
  const kept = await keptOf({ ...texts, 'opens.md': '# Other\n\n# Another\n\nText', 'empty.md': '' })
  expect(kept).toHaveLength(4)
  for (const { markdown, read } of kept) {
    const expected = keptText(readForSearch(markdown))
    expect(JSON.parse(read?.sections ?? '')).toEqual(expected.sections)
    expect(JSON.parse(read?.links ?? '')).toEqual(expected.links)
  }
})

test('a text that search would cut comes without', async () => {
  const long = `# Long\n\n${'word '.repeat(5000)}`
  expect(await keptOf({ 'README.md': long })).toEqual([{ markdown: expect.any(String), read: undefined }])
})
