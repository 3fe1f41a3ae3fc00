import '@fontsource/ibm-plex-mono/latin-400.css'

// The style sheets with which sites show the text of a page: it looks here as visitors will see it.
import '../../../../services/sites/src/website/assets/styles/5-text.css'
import '../../../../services/sites/src/website/assets/styles/6-blocks.css'
import '../../../../services/sites/src/website/assets/styles/7-code.css'
import '../../../../services/sites/src/website/assets/styles/8-api.css'
