import { expect, test } from '@jest/globals'
import { outlineOf, wordsIn } from './outline.fixture.ts'

test.each<[string, string, string[]]>([
  ['a centred picture', '<center>\n\n![a](a.png)\n\n</center>', ['images center', '  image a.png']],
  [
    'words with marks and links',
    '<center>Some <b>bold</b> <a href="x.md">link</a><br>below</center>',
    ['paragraph center Some bold(bold) [link]\nbelow'],
  ],
  [
    'a mixture of blocks and words',
    '<div class="x">\nOne\n<p>Two</p>\n<h2>Three</h2>\n<hr/>Four</div>',
    ['paragraph One', 'paragraph Two', 'heading-2 Three', 'divider', 'paragraph Four'],
  ],
  ['paragraphs without end', '<p>One\n<p>Two <font color="red">red</font>', ['paragraph One', 'paragraph Two red']],
  [
    'markdown between tags',
    '<section>\n<h2>Title</h2>\n\nWith **marks**\n\n</section>',
    ['heading-2 Title', 'paragraph With bold(marks)'],
  ],
  [
    'a header of a readme',
    '<p align="center">\n  <img src="a.png" width="80">\n</p>\n\n<h1 align="center"><img src="b.png"> Name</h1>',
    ['images center', '  image a.png', 'heading-1 (picture) Name'],
  ],
  ['a link around markdown', '<a href="https://e.x">\n\nWords\n\n</a>', ['paragraph [ Words ]']],
  [
    'a list without ends',
    '<ul>\n<li>One\n<li>Two\n\n**marks**\n\n</ul>',
    [
      'list-unordered',
      '  list-item',
      '    paragraph One',
      '  list-item',
      '    paragraph Two',
      '    paragraph bold(marks)',
    ],
  ],
  [
    'a quote',
    '<blockquote>\n<b>a</b>\n\n* b\n\n</blockquote>',
    ['blockquote', '  paragraph bold(a)', '  list-unordered', '    list-item', '      paragraph b'],
  ],
  ['terms', '<dl><dt>Term</dt><dd>Words</dd></dl>', ['paragraph bold(Term)', 'paragraph Words']],
  [
    'preformatted text',
    '<pre class="lang-sh">\n<b>a</b>\n  b\n</pre>',
    ['code sh', '  code-line a', '  code-line   b'],
  ],
  [
    'a frame',
    '<iframe width="9" src="https://www.youtube.com/embed/abcdef"></iframe>',
    ['embed https://www.youtube.com/embed/abcdef'],
  ],
  ['a film', '<video controls><source src="https://e.x/a.mp4"></video>', ['embed https://e.x/a.mp4']],
  [
    'pictures in a figure',
    '<figure class="x"><img src="a.png"><img src="b.png"><figcaption>Both</figcaption></figure>',
    ['images', '  image a.png', '  image b.png', 'paragraph Both'],
  ],
  [
    'a block among words',
    'Some <center>middle</center> words',
    ['paragraph Some', 'paragraph center middle', 'paragraph words'],
  ],
])('%s is read as the blocks that it shows', (_, markdown, outline) => {
  expect(outlineOf(markdown)).toEqual(outline)
})

test('a table holds the markdown between its tags, with any attributes, merged cells and a caption', () => {
  const table = `<table class="x">
  <caption>All <b>options</b></caption>
  <thead><tr><th rowspan="2">Option</th><th colspan="2">Meaning</th></tr></thead>
  <tbody>
    <tr><td>short</td><td>long</td></tr>
    <tr>
      <td style="color:red">

        **Bold** and a [link](other.md)

      </td>
      <td colspan="2">

{% hint style="info" %}
In a cell
{% endhint %}

      </td>
    </tr>
  </tbody>
</table>`
  expect(outlineOf(table)).toEqual([
    'paragraph All bold(options)',
    'table Option | Meaning',
    '  paragraph short',
    '  paragraph long',
    '  paragraph bold(Bold) and a [link]',
    '  hint info',
    '    paragraph In a cell',
  ])
})

test('a table that nothing closes ends with its piece of HTML, and no words are lost', () => {
  expect(outlineOf('<table><tr><td>a\n\nWords\n\n## Title')).toEqual([
    'table',
    '  paragraph a',
    'paragraph Words',
    'heading-2 Title',
  ])
})

test.each<[string, string, string[]]>([
  [
    'attributes',
    '<details class="x" open>\n<summary>T</summary>\n\nB\n\n</details>',
    ['expandable', '  paragraph T', '  paragraph B'],
  ],
  ['no title', '<details>\n\nB\n\n</details>', ['expandable', '  paragraph Details', '  paragraph B']],
  [
    'blocks in the title',
    '<details><summary><h3>T <b>b</b></h3></summary>B</details>',
    ['expandable', '  paragraph T bold(b)', '  paragraph B'],
  ],
  [
    'a title between empty lines',
    '<details>\n<summary>\n\n### T\n\n</summary>\n\nB\n\n</details>',
    ['expandable', '  paragraph T', '  paragraph B'],
  ],
  [
    'another one in it',
    '<details><summary>T</summary>\n\n<details id="i"><summary>I</summary>\n\nB\n\n</details>\n\n</details>',
    ['expandable', '  paragraph T', '  expandable', '    paragraph I', '    paragraph B'],
  ],
  [
    'no end',
    '<details><summary>T</summary>\n\nB\n\n## Next',
    ['expandable', '  paragraph T', '  paragraph B', 'heading-2 Next'],
  ],
])('an expandable with %s is one', (_, markdown, outline) => {
  expect(outlineOf(markdown)).toEqual(outline)
})

test('an element that is not of HTML leaves its tag behind, unseen, before what is in it', () => {
  expect(outlineOf('<MyBlock>\n\nWords *here*\n\n</MyBlock>')).toEqual([
    'paragraph raw(<MyBlock>)',
    'paragraph Words italic(here)',
  ])
})

test('nothing is shown of scripts, styles and comments', () => {
  const text = wordsIn('<div><script>alert(1)</script><style>a { b: c }</style><!-- no --></div>\n\n<!-- no -->\n\nYes')
  expect(text).not.toMatch(/alert|b: c|no/)
  expect(text).toContain('Yes')
})

test('a hint as hosts of repositories write it is one', () => {
  expect(outlineOf('> [!WARNING]\n> Take **care**\n>\n> * a')).toEqual([
    'hint warning',
    '  paragraph Take bold(care)',
    '  list-unordered',
    '    list-item',
    '      paragraph a',
  ])
  expect(outlineOf('> [!ODD]\n> Words')).toEqual(['blockquote', '  paragraph [!ODD] Words'])
})
