import type { StructureWords } from './en.ts'

export const zh: StructureWords = {
  structure: '结构',
  structureLead:
    '访客看到的分区是标签页，分组是分区的菜单。同一分区中的多个空间是变体，例如不同的版本或语言。拖动条目，或按 Alt 加方向键。',
  structureReader: '站点上的内容，按访客看到的顺序排列。',
  nothingOnSite: '站点上还没有内容',
  nothingOnSiteHint: '添加一个空间：访客阅读的就是它的页面。',
  nothingForReader: '站点上没有您可以阅读的内容。',
  kinds: { 'site-space': '空间', 'site-section': '分区', 'site-section-group': '分组' },
  first: '首先显示',
  conditional: '面向部分访客',
  actionsFor: (title) => `${title} 的操作`,
  editEntry: '编辑…',
  makeFirst: '设为首先显示',
  takeOff: '从站点移除 …',
  takeOffTitle: (title) => `将“${title}”从站点移除？`,
  takeOffHint:
    '访客将立即无法找到其页面。它自己的外观会被删除，指向它的重定向也会失效，重新添加后都不会恢复。空间本身保持不变。',
  dissolve: '解散分组',
  addSpace: '添加空间',
  addSection: '添加分区',
  addGroup: '添加分组',
  addVariant: '添加变体…',
  add: '添加',
  additions: {
    space: {
      title: (section) => (section === '' ? '添加空间' : `为 ${section} 添加变体`),
      hint: '其页面会立即出现在站点上，所有可以阅读站点的人都能看到。',
    },
    section: {
      title: () => '添加分区',
      hint: '分区在单独的标签页中显示一个空间。添加第一个分区时会产生两个：现有内容成为另一个分区。',
    },
    group: { title: () => '添加分组', hint: '分组是分区的菜单。请将分区移入其中。' },
  },
  sectionTitleHint: '留空则使用空间的标题。',
  allSpacesTaken: '您能看到的空间都已在站点上。请先创建另一个空间。',
  editTitle: (title) => `编辑 ${title}`,
  path: '路径',
  pathHint: '它在地址中的部分。以前的路径会指向新路径。',
  icon: '图标',
  condition: '显示条件',
  conditionHint: '关于访客信息的表达式。留空则向所有人显示。',
}
