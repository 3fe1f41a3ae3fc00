const space = ['a', 'b ', ' ', '   ', '\t', '\n', '\n\n', '    ']
const blocks = ['---\n', '===\n', '- ', '* ', '+ ', '1. ', '2) ', '> ', '# ', '###### ', '- [ ] ', '[x] ']
const fences = ['```', '~~~', '```\n', '`', '``', '$$', '$$\n']
const inlines = ['*', '**', '_', '__', '~~', '\\', '\\\n', '&', '&amp;', '&#35;', ':', 'smile:', ':+1:', '!']
const links = ['[', ']', '![', '](', '](x)', '[a]', '[a]: b\n', '[^1]', '[^1]: ', '(', ')']
const addresses = ['www.', 'http://', 'a@b.c', '<https://a.b>']
const tables = ['|', '| - |\n', '|-|-|\n']
const html = [
  ...['<', '>', '<a>', '</a>', '<b', '<!--', '-->', '<?', '?>', '<![CDATA[', ']]>', '<!A', '"', "'", '=', 'x="y" '],
  ...['<a href="', '<img src="x">', '<br>', '<div>', '</div>', '<sup>', '</sup>', '<kbd>', '<mark style="color:red;">'],
  ...['<table>', '<tr>', '<td>', '</td>', '</tr>', '</table>', '<details>', '</details>', '<summary>', '</summary>'],
  ...['<pre><code>', '<ul><li>', '<p align="center">', '<figure>', '<li>', '</ul>', '<p>', '</p>', '<center>'],
  ...[
    '</center>',
    '<td colspan="9" rowspan="9">',
    '<blockquote>',
    '<iframe src="https://a.b">',
    '<dl><dt>',
    '<a name="a">',
  ],
]
const tags = [
  ...['{% ', '%}', '{% hint %}\n', '{% endhint %}\n', '{% tabs %}\n', '{% endtabs %}\n', '{% tab title="a" %}\n'],
  ...['{% endtab %}\n', '{% include "a" %}\n', '{% code %}\n', '{% endcode %}\n', '{% if a %}\n', '{% endif %}\n'],
  ...['{% if b %}\n', '<code class="expression">', '</code>'],
  ...['{% @a/b c="', '{% a b=', "c='", 'd="', 'e=“', '”', '{% swagger %}\n', '{% endswagger %}\n', '{% step %}\n'],
  ...['{% api-method %}\n', '{% api-method-parameter name=a %}\n', '{% endapi-method %}\n', '{% youtube a %}\n'],
]
const others = ['\u0000', 'é', '€', '.', ';']

/** The pieces that markdown, HTML and block tags are made of. */
export const pieces: readonly [string, ...string[]] = [
  'a',
  ...[...space, ...blocks, ...fences, ...inlines, ...links, ...addresses, ...tables, ...html, ...tags, ...others],
]
