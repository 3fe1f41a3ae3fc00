import { startBlocks } from './blocks.mjs'
import { startMenus } from './menus.mjs'
import { startOutline } from './outline.mjs'
import { startSearch } from './search.mjs'
import { startSidebar } from './sidebar.mjs'
import { startTabs } from './tabs.mjs'
import { startThemes } from './theme.mjs'

function start() {
  for (const begin of [startThemes, startMenus, startSearch, startTabs, startBlocks, startOutline, startSidebar])
    begin()
}

// The loader adds the script while the page is still being read.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
