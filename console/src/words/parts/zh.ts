import type { PartsWords } from './en.ts'

export const zh: PartsWords = {
  copy: '复制',
  copied: '已复制',
  copyOf: (label) => `复制：${label}`,

  // Lists and trees that people sort
  moveUp: '上移',
  moveDown: '下移',
  moveInto: (title) => `移入“${title}”`,
  moveOut: (title) => `移出“${title}”`,
  moved: {
    before: (item, target) => `“${item}”已移到“${target}”之前。`,
    after: (item, target) => `“${item}”已移到“${target}”之后。`,
    inside: (item, target) => `“${item}”已移入“${target}”。`,
  },
  notMoved: (item) => `“${item}”未能移动。`,
}
