import type { KeyboardEvent } from 'react'

/** The code of a key that an input method takes; Safari sends Enter with it after the composition has ended. */
const takenKey = 229

/**
 * True if a key belongs to the composition of characters, as in Japanese or Chinese: Enter accepts them and arrow keys choose
 * among them, so the field leaves it alone.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === takenKey
