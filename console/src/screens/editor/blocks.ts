/** A block that somebody may insert into a page. */
interface OfferedBlock {
  /** The markdown of the block, with a field for everything that is written or chosen. */
  markdown: string
  /** True if its first field is chosen among what the space has, such as its pages. */
  isChosen?: true
}

/** The blocks that `/` offers, in the order in which it does, by the names that the interface gives them. */
const blocks = {
  'heading-1': { markdown: '# #{}' },
  'heading-2': { markdown: '## #{}' },
  'heading-3': { markdown: '### #{}' },
  'list-unordered': { markdown: '* #{}' },
  'list-ordered': { markdown: '1. #{}' },
  'list-tasks': { markdown: '* [ ] #{}\n' },
  hint: { markdown: '{% hint style="info" %}\n#{}\n{% endhint %}\n' },
  blockquote: { markdown: '> #{}\n' },
  divider: { markdown: '---\n' },
  images: { markdown: '![#{2}](#{1})\n', isChosen: true },
  file: { markdown: '{% file src="#{}" %}\n', isChosen: true },
  embed: { markdown: '{% embed url="#{https://}" %}\n' },
  'content-ref': { markdown: '{% content-ref url="#{}" %}\n\n{% endcontent-ref %}\n', isChosen: true },
  button: { markdown: '<a class="button primary" href="#{1}">#{2}</a>\n', isChosen: true },
  table: { markdown: '| #{} |  |\n| --- | --- |\n|  |  |\n' },
  cards: {
    markdown:
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>\n<tr><td><strong>#{2}</strong></td><td>#{3}</td><td><a href="#{1}"></a></td></tr>\n</tbody></table>\n',
    isChosen: true,
  },
  columns: {
    markdown:
      '{% columns %}\n{% column %}\n#{}\n{% endcolumn %}\n\n{% column %}\n#{}\n{% endcolumn %}\n{% endcolumns %}\n',
  },
  tabs: {
    markdown:
      '{% tabs %}\n{% tab title="#{First}" %}\n#{}\n{% endtab %}\n\n{% tab title="#{Second}" %}\n\n{% endtab %}\n{% endtabs %}\n',
  },
  stepper: { markdown: '{% stepper %}\n{% step %}\n#{}\n{% endstep %}\n{% endstepper %}\n' },
  expandable: { markdown: '<details>\n\n<summary>#{Title}</summary>\n\n#{}\n\n</details>\n' },
  code: { markdown: '```#{js}\n#{}\n```\n' },
  diagram: { markdown: '```mermaid\n#{flowchart LR}\n```\n' },
  math: { markdown: '$$\n#{}\n$$\n' },
  prompt: { markdown: '{% prompt description="#{}" %}\n```\n#{}\n```\n{% endprompt %}\n' },
  updates: {
    markdown: '{% updates format="full" %}\n{% update date="#{date}" %}\n#{}\n{% endupdate %}\n{% endupdates %}\n',
  },
  if: { markdown: '{% if #{visitor.claims.} %}\n#{}\n{% endif %}\n' },
  'reusable-content': { markdown: '{% include "#{}" %}\n', isChosen: true },
  'openapi-operation': {
    markdown: '{% openapi-operation spec="#{}" path="#{/}" method="#{get}" %}\n\n{% endopenapi-operation %}\n',
    isChosen: true,
  },
  'openapi-webhook': {
    markdown: '{% openapi-webhook spec="#{}" name="#{}" method="#{post}" %}\n\n{% endopenapi-webhook %}\n',
    isChosen: true,
  },
  'openapi-schemas': {
    markdown: '{% openapi-schemas spec="#{}" schemas="#{}" grouped="true" %}\n\n{% endopenapi-schemas %}\n',
    isChosen: true,
  },
  swagger: {
    markdown: '{% openapi src="#{}" path="#{/}" method="#{get}" %}\n\n{% endopenapi %}\n',
    isChosen: true,
  },
} as const satisfies Record<string, OfferedBlock>

export type BlockName = keyof typeof blocks

/** Returns the blocks with their markdown. `today` is the date of an update, in the form of `2026-10-01`. */
export const offeredBlocks = (today: string) =>
  (Object.entries(blocks) as [BlockName, OfferedBlock][]).map(([name, { markdown, isChosen = false }]) => ({
    name,
    markdown: markdown.replace('#{date}', `#{${today}}`),
    isChosen,
  }))
