// The first formatter of a page takes 15 to 30 ms: made in a task of its own, while the page's parts are still on their way.
setTimeout(() => new Intl.NumberFormat());
