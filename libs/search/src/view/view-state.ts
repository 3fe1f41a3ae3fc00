import { openSegment } from '../segment/segment.ts'
import { placed, type View } from './view.ts'

/** A view as another thread takes it: what is shared is not copied, but for bytes that are not shared. */
export interface ViewState {
  segments: { bytes: Uint8Array; live: Uint32Array }[]
  spaces: string[]
  totals: Float64Array
}

export function viewState({ segments, spaces, totals }: View): ViewState {
  return {
    segments: segments.map(({ segment: { bytes }, live }) => ({ bytes, live })),
    spaces: [...spaces.keys()],
    totals,
  }
}

/** The view of a state, in a time that grows with segments and spaces only. */
export function restoreView({ segments, spaces, totals }: ViewState): View {
  const restored = placed(segments.map(({ bytes, live }) => ({ segment: openSegment(bytes), live })))
  const documents = restored.reduce((sum, { segment }) => sum + segment.documents, 0)
  return { segments: restored, documents, spaces: new Map(spaces.map((name, index) => [name, index + 1])), totals }
}
