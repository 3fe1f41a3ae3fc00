import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete'
import { markdownLink, mentionOf } from '../../parts/markdown-links.ts'
import { allPages, type Page } from '../space/pages.ts'

/** The things that a text can name: pages and files of the change request, and people of the organization. */
export interface Nameable {
  pages: () => Promise<readonly Page[]>
  files: () => Promise<readonly { id: string; name: string; contentType: string }[]>
  people: (text: string) => Promise<readonly { id: string; displayName: string }[]>
}

/** The blocks that `/` offers at the beginning of a line, by the names that the interface gives them. */
const blocks = {
  hint: '{% hint style="info" %}\n#{}\n{% endhint %}\n',
  tabs: '{% tabs %}\n{% tab title="#{First}" %}\n#{}\n{% endtab %}\n\n{% tab title="#{Second}" %}\n\n{% endtab %}\n{% endtabs %}\n',
  stepper: '{% stepper %}\n{% step %}\n#{}\n{% endstep %}\n{% endstepper %}\n',
  expandable: '<details>\n\n<summary>#{Title}</summary>\n\n#{}\n\n</details>\n',
  code: '```#{js}\n#{}\n```\n',
  table: '| #{} |  |\n| --- | --- |\n|  |  |\n',
  'list-tasks': '* [ ] #{}\n',
  blockquote: '> #{}\n',
  divider: '---\n',
  math: '$$\n#{}\n$$\n',
  embed: '{% embed url="#{https://}" %}\n',
} as const
export type BlockName = keyof typeof blocks

/**
 * Completes blocks behind `/` at the beginning of a line, pages and files behind `[[`, and people behind `@`.
 * `names` has the blocks in the language of the person.
 */
export const completions = (names: Record<BlockName, string>, nameable: Nameable) =>
  autocompletion({
    override: [
      (context) => blockCompletions(context, names),
      (context) => linkCompletions(context, nameable),
      (context) => peopleCompletions(context, nameable),
    ],
    icons: false,
  })

function blockCompletions(context: CompletionContext, names: Record<BlockName, string>): CompletionResult | null {
  const typed = context.matchBefore(/\/[\p{L}\p{N} -]*/u)
  if (!typed || context.state.doc.lineAt(typed.from).from !== typed.from) return null
  const options = Object.entries(blocks).map(([name, template]) =>
    snippetCompletion(template, { label: `/${names[name as BlockName]}`, detail: name }),
  )
  return { from: typed.from, options, validFor: /^\/[\p{L}\p{N} -]*$/u }
}

async function linkCompletions(
  context: CompletionContext,
  { pages, files }: Nameable,
): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\[\[[^\]\n]*/)
  if (!typed) return null
  const [tree, uploaded] = await Promise.all([pages(), files()])
  const toPages = allPages(tree).map(({ id, title }): Completion => link(title, markdownLink(title, `/pages/${id}`)))
  const toFiles = uploaded.map(({ id, name, contentType }) =>
    link(name, `${contentType.startsWith('image/') ? '!' : ''}${markdownLink(name, `/files/${id}`)}`),
  )
  return { from: typed.from, options: [...toPages, ...toFiles], validFor: /^\[\[[^\]\n]*$/ }
}

const link = (name: string, apply: string): Completion => ({ label: `[[${name}`, displayLabel: name, apply })

async function peopleCompletions(context: CompletionContext, { people }: Nameable): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/(?<=^|\s)@[\p{L}\p{N}.-]+/u)
  if (!typed) return null
  const found = await people(typed.text.slice(1))
  const options = found.map((person) => ({ label: `@${person.displayName}`, apply: mentionOf(person) }))
  return { from: typed.from, options, filter: false }
}
