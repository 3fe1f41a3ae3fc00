import { markdown } from '@codemirror/lang-markdown'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'

/** The milliseconds that a small text takes to parse on a machine that is busy with everything else. */
const busyMs = 30_000

/** Returns an editor's state with a text in markdown and the cursor at its end, parsed to there: an editor parses later. */
export function parsed(doc: string): EditorState {
  const state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions: [markdown()] })
  if (!ensureSyntaxTree(state, doc.length, busyMs)) throw new Error('The text was not parsed in time.')
  // A state has the tree of its beginning.
  return state.update({}).state
}
