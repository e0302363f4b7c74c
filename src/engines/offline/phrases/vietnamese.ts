import type { Phrases } from './phrases.ts';

export const vietnamese: Phrases = {
  opening: ['Và thế là bắt đầu.', 'Mọi thứ khởi đầu từ đây.', 'Hình ảnh đầu tiên hiện ra.'],
  light: {
    dark: ['Khung hình tối.', 'Phần lớn chìm trong bóng tối.', 'Ở đây có rất ít ánh sáng.'],
    dim: ['Ánh sáng yếu.', 'Chỉ có chút ánh sáng rọi vào đây.', 'Hình ảnh có phần mờ tối.'],
    bright: ['Hình ảnh tràn ngập ánh sáng.', 'Tất cả đều sáng.', 'Ánh sáng ở đây thật dồi dào.'],
  },
  contrast: {
    soft: ['Vùng sáng và vùng tối không cách biệt nhiều.', 'Sắc độ dịu nhẹ.'],
    strong: ['Vùng sáng và vùng tối cách biệt rõ rệt.', 'Độ tương phản cao.'],
  },
  colours: [
    'Các màu: {colours}.',
    'Những màu phủ khắp hình ảnh: {colours}.',
    'Những màu nổi bật nhất: {colours}.',
  ],
  temperature: {
    warm: ['Màu sắc mang cảm giác ấm áp.', 'Một sắc ấm bao trùm hình ảnh.'],
    cool: ['Màu sắc mang cảm giác mát lạnh.', 'Một sắc lạnh bao trùm hình ảnh.'],
  },
  detail: {
    plain: ['Những mảng lớn, êm dịu chiếm phần lớn hình ảnh.', 'Chi tiết không nhiều.'],
    busy: ['Hình ảnh dày đặc những chi tiết nhỏ.', 'Có nhiều điều để ngắm nhìn.'],
  },
  change: {
    cut: ['Giờ đây là một hình ảnh khác.', 'Khung cảnh thay đổi.', 'Một hình ảnh mới hiện ra.'],
    strong: ['Có rất nhiều chuyển động.', 'Nhiều thứ thay đổi cùng lúc.', 'Hình ảnh đầy ắp chuyển động.'],
    gentle: [
      'Có gì đó khẽ chuyển động.',
      'Hình ảnh thay đổi từng chút một.',
      'Một chuyển động êm ả vẫn tiếp diễn.',
    ],
    still: ['Hầu như không có gì chuyển động.', 'Hình ảnh lặng yên.', 'Trong giây lát, mọi thứ vẫn như cũ.'],
  },
  trend: {
    brighter: ['Hình ảnh sáng dần lên.', 'Ánh sáng tăng thêm.'],
    darker: ['Hình ảnh tối dần đi.', 'Ánh sáng nhạt dần.'],
  },
  clock: ['Thời gian đã trôi qua: {time}.', 'Tính từ lúc bắt đầu: {time}.'],
  halfway: ['Một nửa đã trôi qua.', 'Đây là điểm giữa.'],
  bridge: [
    'Ta hãy cùng xem tiếp.',
    'Và mọi thứ cứ thế tiếp diễn.',
    'Hãy dành một chút thời gian để ngắm nhìn.',
    'Phía trước vẫn còn nữa.',
  ],
  ending: ['Và đến đây là hết.', 'Tất cả kết thúc tại đây.', 'Hình ảnh này khép lại tất cả.'],
  colourNames: {
    black: 'đen',
    white: 'trắng',
    grey: 'xám',
    red: 'đỏ',
    orange: 'cam',
    yellow: 'vàng',
    green: 'xanh lá cây',
    turquoise: 'xanh ngọc',
    blue: 'xanh dương',
    purple: 'tím',
    pink: 'hồng',
    brown: 'nâu',
  },
};
