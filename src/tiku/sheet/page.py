"""The style and the script of the HTML sheet."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;--fg:#1b1f24;--bg:#fff;--dim:#57606a;--line:#d0d7de;--link:#0550ae;--code:#f0f2f5}
@media(prefers-color-scheme:dark){:root{--fg:#e6edf3;--bg:#0d1117;--dim:#9da7b3;--line:#30363d;--link:#79c0ff;--code:#1c2128}}
*{box-sizing:border-box}body{margin:0 auto;max-width:60rem;padding:0 1rem 4rem;color:var(--fg);background:var(--bg);
font:16px/1.6 system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}h1{font-size:1.6rem}h3{margin:0 0 .3rem;font-size:1.05rem}h4{margin:.8rem 0 .2rem;color:var(--dim);
font-size:.9rem}ul{margin:.2rem 0;padding-left:1.2rem}.facts,.progress{color:var(--dim);font-size:.85rem;margin:.2rem 0}
article{border-top:1px solid var(--line);padding:1rem 0;content-visibility:auto;contain-intrinsic-size:auto 9rem}
[hidden]{display:none!important}
[role=search]{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}input,select,button{font:inherit;color:inherit;
background:var(--code);border:1px solid var(--line);border-radius:.4rem;padding:.4rem .6rem;max-width:100%}#find{flex:1 1 14rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}summary{cursor:pointer;color:var(--link);padding:.3rem 0}
code{background:var(--code);border-radius:.2rem;padding:0 .2em}pre{background:var(--code);padding:.6rem;white-space:pre-wrap}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",monospace}.code{list-style:none}
.zh,.en{display:block}[data-show=zh] .en,[data-show=en] .zh{display:none}
@media(min-width:50rem){li:has(>.zh){display:grid;grid-template-columns:1fr 1fr;gap:1rem}
li:has(>b):has(>.zh){grid-template-columns:3.5rem 1fr 1fr}
[data-show=zh] li:has(>.zh),[data-show=en] li:has(>.zh){grid-template-columns:1fr}}
.crib main{column-width:22rem}
@media print{@page{margin:18mm 15mm;@bottom-center{content:counter(page) " / " counter(pages)}}
[role=search]{display:none}body{max-width:none;font-size:10pt;color:#000;background:#fff}
article{content-visibility:visible;break-inside:avoid-page}h2,h3,h4{break-after:avoid}}
"""

SCRIPT: Final = """
'use strict';(()=>{const $=id=>document.getElementById(id),root=document.documentElement;
const cards=[...document.querySelectorAll('article')],answers=[...document.querySelectorAll('.answer')];
const text=cards.map(c=>c.textContent.toLowerCase());const key='tiku-sheet:'+document.title;
let kept={};try{kept=JSON.parse(localStorage.getItem(key))||{}}catch{}
const keep=()=>{try{localStorage.setItem(key,JSON.stringify(kept))}catch{}};
const filter=()=>{const words=$('find').value.toLowerCase().split(/\\s+/).filter(Boolean);let n=0;
const t=$('topic').value,l=$('level').value,p=$('posting').value;cards.forEach((c,i)=>{const d=c.dataset;
const ok=(!t||d.topic===t)&&(!l||d.level===l)&&(!p||d.posting.split(' ').includes(p))&&words.every(w=>text[i].includes(w));
if(c.hidden===ok)c.hidden=!ok;if(ok&&!c.closest('.after'))n++});
document.querySelectorAll('main>section').forEach(s=>{s.hidden=!s.querySelector('article:not([hidden])')});
$('count').textContent=n};
$('find').addEventListener('input',filter);for(const id of['topic','level','posting'])$(id).addEventListener('change',filter);
const lang=$('lang');if(lang){if(['zh','en','both'].includes(kept.lang)){root.dataset.show=lang.value=kept.lang}
lang.addEventListener('change',()=>{root.dataset.show=kept.lang=lang.value;keep()})}
const open=new Set(Array.isArray(kept.open)?kept.open:[]);answers.forEach(a=>{a.open=open.has(a.dataset.id);
a.addEventListener('toggle',()=>{if(printing)return;a.open?open.add(a.dataset.id):open.delete(a.dataset.id);
kept.open=[...open];clearTimeout(timer);timer=setTimeout(keep,50)})});let timer=0,printing=false,before=[];
if($('open')){$('open').onclick=()=>answers.forEach(a=>{a.open=true});$('shut').onclick=()=>answers.forEach(a=>{a.open=false})}
addEventListener('pagehide',keep);
addEventListener('beforeprint',()=>{printing=true;before=answers.map(a=>a.open);answers.forEach(a=>{a.open=true})});
addEventListener('afterprint',()=>{answers.forEach((a,i)=>{a.open=before[i]});setTimeout(()=>{printing=false},100)});
addEventListener('keydown',e=>{if(e.ctrlKey||e.metaKey||e.altKey)return;const typing=/INPUT|SELECT/.test(e.target.tagName);
if(e.key==='/'&&!typing){e.preventDefault();$('find').focus()}
else if(e.key==='Escape'&&e.target.id==='find'){e.target.value='';filter();e.target.blur()}
else if((e.key==='j'||e.key==='k')&&!typing){const all=answers.filter(a=>!a.closest('[hidden]')).map(a=>a.firstElementChild);
const at=all.indexOf(document.activeElement);const to=all[e.key==='j'?at+1:Math.max(0,at-1)];
if(to){to.focus();to.scrollIntoView({block:'center'})}}});filter()})();
"""
