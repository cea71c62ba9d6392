"use strict";
addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data !== "string") return;
  const page = new DOMParser().parseFromString(data, "text/html");
  document.replaceChild(document.adoptNode(page.documentElement), document.documentElement);
});
addEventListener("click", (event) => event.preventDefault(), true);
