// How well a colour is seen on what is behind it, as WCAG 2.2 says.
"use strict";

const luminance = ([r, g, b]) => {
  const part = (value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
};

const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

const rgba = (text) => {
  const parts = text.match(/[\d.]+/g).map(Number);
  return parts.length > 3 ? parts : [...parts, 1];
};

const over = ([r, g, b, a], below) =>
  [r, g, b].map((value, i) => value * a + below[i] * (1 - a));

const background = (view, element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const colour = rgba(view.getComputedStyle(at).backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
};

const opacity = (view, element) => {
  let all = 1;
  for (let at = element; at; at = at.parentElement) all *= view.getComputedStyle(at).opacity;
  return all;
};

const shown = (view, element, property) => {
  const colour = rgba(view.getComputedStyle(element)[property]);
  const below = background(view, element.closest("svg")?.parentElement ?? element);
  return contrast(over([...colour.slice(0, 3), colour[3] * opacity(view, element)], below), below);
};

