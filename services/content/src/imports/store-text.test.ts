import { expect, test } from '@jest/globals'
import { field, parser, sources, storeFile } from '../../tests/imports/plan.fixture.ts'
import { readForSearch } from '../search/read-for-search.ts'
import { textToStore } from '../search/searchable-text.ts'
import { planImport } from './plan-import.ts'

/** Imports files; returns each stored text of a page with its sections and links. */
async function storedBy(files: Record<string, string>) {
  const stored: { markdown: string; read: { sections: string; links: string } | undefined }[] = []
  const storeText = async (markdown: string, read?: { sections: string; links: string }) => {
    if (markdown === '' || !Object.values(files).includes(markdown)) stored.push({ markdown, read })
    return markdown
  }
  await planImport(sources(files), { field, storeFile, storeText, parser })
  return stored
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
  const stored = await storedBy({ ...texts, 'opens.md': '# Other\n\n# Another\n\nText', 'empty.md': '' })
  expect(stored).toHaveLength(4)
  for (const { markdown, read } of stored) {
    const expected = textToStore(readForSearch(markdown))
    expect(JSON.parse(read?.sections ?? '')).toEqual(expected.sections)
    expect(JSON.parse(read?.links ?? '')).toEqual(expected.links)
  }
})

test('a text that search would cut comes without', async () => {
  const long = `# Long\n\n${'word '.repeat(5000)}`
  expect(await storedBy({ 'README.md': long })).toEqual([{ markdown: expect.any(String), read: undefined }])
})
