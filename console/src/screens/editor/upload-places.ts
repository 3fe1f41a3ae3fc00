import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'

/** A position in a text that files are being uploaded for. A line stands there meanwhile, which is no part of the text. */
interface Place {
  id: object
  at: number
  label: string
}

const opened = StateEffect.define<Place>()
const closed = StateEffect.define<object>()

const places = StateField.define<readonly Place[]>({
  create: () => [],
  update(before, { changes, effects }) {
    let now = changes.empty ? before : before.map((place) => ({ ...place, at: changes.mapPos(place.at, 1) }))
    for (const effect of effects) {
      if (effect.is(opened)) now = [...now, effect.value]
      if (effect.is(closed)) now = now.filter(({ id }) => id !== effect.value)
    }
    return now
  },
  provide: (field) =>
    EditorView.decorations.from(field, (now) =>
      Decoration.set(
        now.map(({ at, label }) => Decoration.widget({ widget: new UploadLine(label), side: 1 }).range(at)),
        true,
      ),
    ),
})

class UploadLine extends WidgetType {
  private readonly label: string
  constructor(label: string) {
    super()
    this.label = label
  }

  override eq({ label }: UploadLine) {
    return label === this.label
  }

  override toDOM() {
    const line = document.createElement('span')
    line.className = 'cm-upload'
    line.textContent = this.label
    return line
  }
}

const looks = EditorView.theme({
  '.cm-upload': {
    unicodeBidi: 'isolate',
    padding: '0.1em 0.4em',
    borderRadius: 'var(--corner)',
    background: 'var(--subtle)',
    color: 'var(--soft)',
    fontFamily: 'var(--font)',
  },
})

/** Shows in a text where files will stand once they are uploaded. */
export const uploadPlaces: Extension = [places, looks]

/** The place of files in a text, until they are uploaded. */
export interface UploadPlace {
  /** Puts the markdown of the files there. */
  fill: (markdown: string) => Promise<void>
  close: () => void
}

/**
 * Opens a place for files at an offset; it moves with the text around it. If the editor has been left when it is filled,
 * `changeLater` gets the text as the editor had it last, without and with the files.
 */
export function openUploadPlace(
  editor: EditorView,
  { at, label }: Pick<Place, 'at' | 'label'>,
  changeLater: (before: string, after: string) => Promise<void>,
): UploadPlace {
  const id = {}
  editor.dispatch({ effects: opened.of({ id, at, label }) })
  const isOpen = () => editor.dom.isConnected
  const close = () => isOpen() && editor.dispatch({ effects: closed.of(id) })
  return {
    close,
    async fill(markdown) {
      const filled = insertion(
        editor.state,
        editor.state.field(places).find((place) => place.id === id)?.at ?? 0,
        markdown,
      )
      if (!isOpen()) return changeLater(editor.state.doc.toString(), filled.newDoc.toString())
      editor.dispatch(filled)
      close()
    },
  }
}

/** Inserts a text as somebody would who types it; the cursor goes behind it if it was at its offset. */
function insertion(state: EditorState, at: number, insert: string) {
  const selection = state.selection.main.head === at && { selection: { anchor: at + insert.length } }
  return state.update({ changes: { from: at, insert }, ...selection, userEvent: 'input.drop' })
}
