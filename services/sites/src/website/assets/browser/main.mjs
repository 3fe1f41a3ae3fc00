import { startBlocks } from './blocks.mjs'
import { startFeedback } from './feedback.mjs'
import { startMenus } from './menus.mjs'
import { startOutline } from './outline.mjs'
import { startReports } from './reports.mjs'
import { startSearch } from './search.mjs'
import { startSidebar } from './sidebar.mjs'
import { startTabs } from './tabs.mjs'
import { startThemes } from './theme.mjs'

function start() {
  const starts = [startThemes, startMenus, startSearch, startTabs, startBlocks, startOutline, startSidebar]
  for (const begin of [...starts, startFeedback, startReports]) begin()
}

// The loader adds the script while the page is still being read.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
