import fc from 'fast-check'

const pieces = fc.constantFrom(
  ...['# ', '## a\n', '* ', '1. ', '> ', '    ', '\t', '\n', '\r\n', '\r', '\n\n', '---\n', '```', '`', '|', '| - |\n'],
  ...['[', ']', '](', '(', ')', '[a]: b\n', '![', '<', '>', '<a href="', '<img src=x>', '</details>', '<details>\n'],
  ...['<summary>x</summary>', '{% hint style="info" %}\n', '{% endhint %}\n', '{% tab title="x" %}\n', '{% tabs %}\n'],
  ...[
    '*',
    '**',
    '_',
    '~~',
    '\\',
    '&amp;',
    '&#0;',
    '\uFEFF',
    '\u0000',
    'https://e.x/',
    'a@b.c',
    'javascript:',
    ' ',
    'é',
    '\ud800',
  ],
  ...['$$', '$$\n', ':wave:', '<!-- a -->', '<table><tr><td>', '</td></tr></table>\n', '<b>', '</b>', '{% @a/b c="'],
  ...[
    '{% columns %}\n{% column %}\n',
    '{% endcolumn %}\n{% endcolumns %}\n',
    '](#user-content-fn-1)[^1]',
    '<pre><code>',
  ],
  ...['{% endtabs %}\n', '{% endtab %}\n', '<sup>', '</sup>', '<br>', '[^1]', '[^1]: x\n', '- [x] ', 'title: a\n'],
)
/** Text made of the parts that markdown, HTML, block tags and front matter are made of, and of anything else. */
export const arbitraryMarkdown = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 60 }).map((parts) => parts.join('')),
)
