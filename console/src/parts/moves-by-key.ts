interface Key {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

const moving = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'])

/** True for a key that changes the value of a closed list: arrows and their like, and the beginning of a name. */
export const movesByKey = ({ key, altKey, ctrlKey, metaKey }: Key): boolean =>
  !altKey && !ctrlKey && !metaKey && (moving.has(key) || ([...key].length === 1 && key !== ' '))
