const statements = [
  'var d=document.documentElement,a=document.createElement("script"),t',
  'try{t=localStorage.getItem("quire-theme")}catch(e){}',
  'if(d.dataset.themes==="fixed")t=null',
  'if(t==="light"||t==="dark")d.dataset.theme=t',
  'if(t==="system")delete d.dataset.theme',
  'd.classList.add("scripted")',
  'a.src=document.currentScript.dataset.src',
  'document.head.append(a)',
]

/**
 * Stands in every page and runs before anything is drawn, so that no page is shown in the wrong theme first. Its text
 * never differs, so that policies name it by its hash; the script that it adds is trusted as it is.
 */
export const loader = `(function(){${statements.join(';')}})()`
