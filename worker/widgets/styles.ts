/**
 * Styles of every widget, inside a shadow root or a frame, so that the widget and the page around it don't affect each
 * other.
 */
export const WIDGET_CSS = `
:host{display:block;overflow:hidden}
html,body{height:100%;margin:0}
.w{--b:#fff;--t:#1f2328;--m:#59636e;--l:#d1d9e0;--s:#9a6700;--a:#0550ae;color-scheme:light;box-sizing:border-box;height:100%;display:flex;flex-direction:column;gap:10px;padding:16px;border:1px solid var(--l);border-radius:12px;background:var(--b);color:var(--t);font:15px/1.45 system-ui,sans-serif;text-align:start;overflow-wrap:anywhere}
.dark{--b:#16191d;--t:#f0f3f6;--m:#a8b1bb;--l:#3d444d;--s:#e3b341;--a:#79b8ff;color-scheme:dark}
@media(prefers-color-scheme:dark){.auto{--b:#16191d;--t:#f0f3f6;--m:#a8b1bb;--l:#3d444d;--s:#e3b341;--a:#79b8ff;color-scheme:dark}}
.w *{box-sizing:border-box;margin:0;padding:0;font:inherit;letter-spacing:0}
.w .h,.w .n{font-weight:600}
.w .g{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:baseline}
.w .m{color:var(--m);font-size:13px}
.w .s{color:var(--s);white-space:nowrap}
.w .x{flex:1;min-height:0;overflow:auto}
.w .x:focus-visible,.w a:focus-visible{outline:2px solid var(--a);outline-offset:2px;border-radius:4px}
.w ul{list-style:none;display:grid;gap:12px}
.w li{display:grid;gap:4px;align-content:start;border-top:1px solid var(--l);padding-top:12px}
.w li:first-child{border-top:0;padding-top:0}
.w li>p{white-space:pre-line}
.w a{color:var(--a);display:inline-block;min-height:24px;line-height:24px}
.badge{overflow:auto}
.carousel ul{display:flex}
.carousel .x{scroll-snap-type:x proximity}
.carousel li,.carousel li:first-child{flex:0 0 min(280px,85%);scroll-snap-align:start;border:1px solid var(--l);border-radius:10px;padding:12px}
`.replaceAll('\n', '')
