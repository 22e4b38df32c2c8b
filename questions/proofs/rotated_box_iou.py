"""Overlap of rotated rectangles by clipping one polygon with the other, against counting points on a grid."""

import numpy as np

CLAIM_SQUARE_AT_45_IOU = 0.7071
CLAIM_AXIS_SHIFTED_IOU = 0.3333
CLAIM_AXIS_BOX_OF_TURNED_IOU = 0.5
CLAIM_GRID_AGREES = True
CLAIM_CLOCKWISE_CLIP_WORKS = False
CLAIM_MOST_VERTICES = 8


def corners(x, y, w, h, angle):
    c, s = np.cos(angle), np.sin(angle)
    local = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    return local @ np.array([[c, s], [-s, c]]) + (x, y)


def area(p):
    if len(p) < 3:
        return 0.0
    x, y = np.array(p).T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def clip(subject, clipper):
    out = [tuple(p) for p in subject]
    for a, b in zip(clipper, np.roll(clipper, -1, axis=0)):
        edge, kept = b - a, []
        for p, q in zip(out, out[1:] + out[:1]):
            sp = edge[0] * (p[1] - a[1]) - edge[1] * (p[0] - a[0])
            sq = edge[0] * (q[1] - a[1]) - edge[1] * (q[0] - a[0])
            if sp >= 0:
                kept.append(p)
            if (sp > 0 > sq) or (sp < 0 < sq):
                t = sp / (sp - sq)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        out = kept
        if not out:
            break
    return out


def iou(a, b):
    p, q = corners(*a), corners(*b)
    both = area(clip(p, q))
    return both / (a[2] * a[3] + b[2] * b[3] - both)


def inside(points, box):
    x, y, w, h, angle = box
    d = points - (x, y)
    u = d[:, 0] * np.cos(angle) + d[:, 1] * np.sin(angle)
    v = -d[:, 0] * np.sin(angle) + d[:, 1] * np.cos(angle)
    return (abs(u) <= w / 2) & (abs(v) <= h / 2)


def main() -> None:
    square, turned = (0, 0, 2, 2, 0.0), (0, 0, 2, 2, np.pi / 4)
    assert abs(iou(square, turned) - CLAIM_SQUARE_AT_45_IOU) < 1e-4, iou(square, turned)
    assert abs(iou((0, 0, 2, 2, 0.0), (1, 0, 2, 2, 0.0)) - CLAIM_AXIS_SHIFTED_IOU) < 1e-4
    hull = corners(*turned)
    w, h = hull.max(0) - hull.min(0)
    assert abs(iou((0, 0, w, h, 0.0), square) - CLAIM_AXIS_BOX_OF_TURNED_IOU) < 1e-9
    rng = np.random.default_rng(7)
    g = (np.arange(300) + 0.5) / 50 - 3
    points = np.stack(np.meshgrid(g, g), -1).reshape(-1, 2)
    worst, most = 0.0, 0
    for _ in range(8):
        a, b = [(*rng.uniform(-0.7, 0.7, 2), *rng.uniform(1, 2.5, 2), rng.uniform(0, 3)) for _ in range(2)]
        x, y = inside(points, a), inside(points, b)
        worst = max(worst, abs(iou(a, b) - (x & y).sum() / (x | y).sum()))
        most = max(most, len(clip(corners(*a), corners(*b))))
    most = max(most, len(clip(corners(*square), corners(*turned))))
    assert (worst < 0.01) == CLAIM_GRID_AGREES, worst
    assert most == CLAIM_MOST_VERTICES, most
    backwards = area(clip(corners(*square), corners(*turned)[::-1]))
    assert (abs(backwards - area(clip(corners(*square), corners(*turned)))) < 1e-6) == CLAIM_CLOCKWISE_CLIP_WORKS
    print(f"a square turned by 45 degrees overlaps itself with IoU {iou(square, turned):.4f}; grid error at most {worst:.4f}")


if __name__ == "__main__":
    main()
