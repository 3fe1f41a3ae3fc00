import type { View } from '../view/view.ts'
import { restoreView, type ViewState } from '../view/view-state.ts'

/** A view that is sent to a thread; each has its own id. */
export interface SentView {
  id: number
  /** Absent if the thread is assumed to have the view cached. */
  state?: ViewState | undefined
}

/** The views that a thread has cached. Their bytes are shared with the thread that sent them. */
export class ThreadViews {
  private readonly views = new Map<number, View>()

  get size(): number {
    return this.views.size
  }

  /** Evicts all views except these. */
  retainOnly(ids: readonly number[]): void {
    const retained = new Set(ids)
    for (const id of this.views.keys()) if (!retained.has(id)) this.views.delete(id)
  }

  /** Returns the view; undefined if it is not cached and its state was not sent. */
  viewOf({ id, state }: SentView): View | undefined {
    const view = this.views.get(id) ?? (state && restoreView(state))
    if (view) this.views.set(id, view)
    return view
  }
}
