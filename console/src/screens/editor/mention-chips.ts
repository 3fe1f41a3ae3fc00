import { syntaxTree } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'
import { readMention } from '../../parts/markdown-links.ts'

interface Mention {
  /** The offsets of its markdown in the text. */
  from: number
  to: number
  text: string
  address: string
}

/** Finds the mentions in a part of a markdown text; code that looks like one is none. */
export function mentionsIn(state: EditorState, from: number, to: number): Mention[] {
  const mentions: Mention[] = []
  syntaxTree(state).iterate({
    from,
    to,
    enter({ name, from, to }) {
      const found = name === 'Link' ? readMention(state.sliceDoc(from, to)) : undefined
      if (found) mentions.push({ from, to, ...found })
    },
  })
  return mentions
}

interface MentionWords {
  /** Says what a chip is, for screen readers. */
  label: string
  /** Returns the name of what is at an address, for a mention without a text of its own; undefined if it is not known. */
  nameAt: (address: string) => string | undefined
}

/**
 * Shows each mention by its name, in place of its markdown, which stays in the text. The cursor and deletions take it as one
 * character.
 */
export function mentionChips({ label, nameAt }: MentionWords): Extension {
  const chip = ({ text, address }: Mention) =>
    Decoration.replace({ widget: new MentionChip((text === address && nameAt(address)) || text, label) })
  const chipsIn = ({ state, visibleRanges }: EditorView) =>
    Decoration.set(
      visibleRanges.flatMap(({ from, to }) =>
        mentionsIn(state, from, to).map((mention) => chip(mention).range(mention.from, mention.to)),
      ),
      true,
    )
  const plugin = ViewPlugin.define<{ chips: DecorationSet; update: (update: ViewUpdate) => void }>(
    (view) => ({
      chips: chipsIn(view),
      update({ view, docChanged, viewportChanged, startState, state }) {
        // A long text is parsed in parts.
        if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) this.chips = chipsIn(view)
      },
    }),
    {
      decorations: ({ chips }) => chips,
      provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.chips ?? Decoration.none),
    },
  )
  return [plugin, looks]
}

class MentionChip extends WidgetType {
  private readonly name: string
  private readonly label: string
  constructor(name: string, label: string) {
    super()
    this.name = name
    this.label = label
  }

  override eq({ name, label }: MentionChip) {
    return name === this.name && label === this.label
  }

  override toDOM() {
    const chip = document.createElement('span')
    chip.className = 'cm-mention'
    const label = document.createElement('span')
    label.className = 'hidden-text'
    label.textContent = `${this.label}: `
    chip.append(label, this.name)
    return chip
  }

  /** A click puts the cursor beside the chip, as it does in the text. */
  override ignoreEvent() {
    return false
  }
}

const looks = EditorView.theme({
  '.cm-mention': {
    position: 'relative',
    unicodeBidi: 'isolate',
    padding: '0.1em 0.4em',
    borderRadius: 'var(--corner)',
    background: 'var(--primary-ground)',
    color: 'var(--primary-text)',
    fontFamily: 'var(--font)',
    fontWeight: '500',
  },
})
